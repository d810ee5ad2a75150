import { type People, type Person, personSchema } from '@callside/schemas';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let settings: Reader;

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  settings = await Reader.of(service.clients[0], brand, owner);
});
afterAll(() => service.close());

const people = '/settings/people';
const list = async () => (await settings.read<People>(people)).items;
const change = (id: string, body: object, by = settings) => by.send('PUT', `${people}/${id}`, body);
const invite = (body: object) => settings.send('POST', people, body);
const auditOf = (subject: string) =>
  service.query<{ action: string; actor: string; detail: object }>(
    'SELECT action, actor, detail FROM audit_log WHERE brand_id = $1 AND subject = $2 ORDER BY id',
    [brand.id, subject],
  );
const elsewhere = () => service.clients.at(-1) ?? service.clients[0];
const send = (event: string, email: string) =>
  elsewhere().send({
    path: `/call-events/${event}`,
    headers: { host: brand.host, 'x-api-key': brand.key },
    body: JSON.stringify({ agent_email: email, phone_number: '+14155550134' }),
  });

describe('an invitation', () => {
  it('adds an invited person with the normalised address, and is in the audit log', async () => {
    const answer = await invite({ email: '  New.Rep@Reps.example ', name: ' Robin ' });
    expect(answer.status).toBe(201);
    const person = personSchema.parse(answer.json);
    expect(person).toMatchObject({ email: 'new.rep@reps.example', name: 'Robin', role: 'rep', status: 'invited' });
    expect(answer.json).toEqual({ ...person, alias_of: null });
    expect(await list()).toContainEqual(person);
    const detail = { email: 'new.rep@reps.example', name: 'Robin', role: 'rep', status: 'invited' };
    expect(await auditOf(person.id)).toEqual([{ action: 'user.add', actor: owner.email, detail }]);
  });

  it('says whose alias the address is', async () => {
    const { id, email } = await addUser(service, brand);
    await service.query('INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3)', [
      brand.id,
      'desk@reps.example',
      id,
    ]);
    const answer = await invite({ email: 'Desk@reps.example', name: 'Desk' });
    expect(answer).toMatchObject({ status: 201, json: { alias_of: { name: email, email } } });
  });

  it('is 409 for a known address, in any case', async () => {
    const answer = await invite({ email: owner.email.toUpperCase(), name: 'Twice' });
    expect(answer.status).toBe(409);
    expect(await list()).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['no address', { name: 'R' }, 'email'],
    ['an address without @', { email: 'rep', name: 'R' }, 'email'],
    ['no name', { email: 'a@b.example' }, 'name'],
    ['an empty name', { email: 'a@b.example', name: ' ' }, 'name'],
    ['another role', { email: 'a@b.example', name: 'R', role: 'admin' }, 'role'],
    ['a list as name', { email: 'a@b.example', name: ['R'] }, 'name'],
  ])('is 422 with %s', async (_title, body, field) => {
    expect(await invite(body)).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', field] }] } });
  });
});

describe('a change of a person', () => {
  it('is in the audit log once if it changes the role', async () => {
    const rep = await addUser(service, brand);
    for (const _ of [1, 2]) expect(await change(rep.id, { role: 'owner' })).toMatchObject({ status: 200 });
    expect(await list()).toContainEqual(expect.objectContaining({ id: rep.id, role: 'owner' }));
    expect(await auditOf(rep.id)).toEqual([
      { action: 'user.set', actor: owner.email, detail: { email: rep.email, role: 'owner' } },
    ]);
  });

  it('ends the live call, refuses the tokens and ignores the events of a person that it deactivates, until a later activation', async () => {
    const rep = await addUser(service, brand);
    const theirs = await Reader.of(elsewhere(), brand, rep);
    expect((await send('call-started', rep.email)).json).toMatchObject({ agent_resolved: true });
    expect((await change(rep.id.toUpperCase(), { status: 'deactivated' })).json).toMatchObject({
      status: 'deactivated',
    });
    const calls = await service.query('SELECT end_reason FROM calls WHERE brand_id = $1', [brand.id]);
    expect(calls).toEqual([{ end_reason: 'deactivated' }]);
    expect((await theirs.send('GET', '/me')).status).toBe(401);
    expect((await send('call-started', rep.email)).json).toMatchObject({ agent_resolved: false });
    expect((await change(rep.id, { status: 'active' })).json).toMatchObject({ status: 'active' });
    expect((await theirs.send('GET', '/me')).status).toBe(200);
    expect((await auditOf(rep.id)).map(({ action }) => action)).toEqual(['user.deactivate', 'user.activate']);
  });

  it.each([{ status: 'deactivated' }, { role: 'rep' }])('is 409 with %j for the last active owner', async (body) => {
    await addUser(service, brand, { role: 'owner', status: 'invited' });
    expect(await change(owner.id, body)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('only active owner') },
    });
    expect(await list()).toContainEqual(expect.objectContaining({ id: owner.id, role: 'owner', status: 'active' }));
  });

  it('succeeds once if two owners deactivate each other at the same time', async () => {
    const second = await addUser(service, brand, { role: 'owner' });
    const theirs = await Reader.of(elsewhere(), brand, second);
    const answers = await Promise.all([
      change(second.id, { status: 'deactivated' }),
      change(owner.id, { status: 'deactivated' }, theirs),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const active = await service.query(
      `SELECT id FROM users WHERE brand_id = $1 AND role = 'owner' AND status = 'active'`,
      [brand.id],
    );
    expect(active).toHaveLength(1);
  });

  it('is 404 for a person of another brand, or with an invalid id', async () => {
    const other = await addBrand(service);
    const stranger = await addUser(service, other);
    for (const id of [stranger.id, 'nonsense', '%00']) {
      expect((await change(id, { role: 'owner' })).status).toBe(404);
    }
  });

  it('changes the team, which a lead has too, and removes it', async () => {
    const rep = await addUser(service, brand);
    const changed = await change(rep.id, { role: 'lead', team: ' North ' });
    expect(changed.json).toMatchObject({ role: 'lead', team: 'North' });
    expect((await change(rep.id, { team: null })).json).toMatchObject({ role: 'lead', team: null });
    expect(await auditOf(rep.id)).toMatchObject([
      { detail: { role: 'lead', team: 'North' } },
      { detail: { team: null } },
    ]);
  });

  it.each<object>([{}, { team: 7 }, { team: 'x'.repeat(81) }, { status: 'invited' }, { role: null }, { name: 7 }])(
    'is 422 with %j',
    async (body) => {
      const rep = await addUser(service, brand);
      expect((await change(rep.id, body)).status).toBe(422);
    },
  );
});

it('the list has only people of the brand, by name', async () => {
  await addUser(service, await addBrand(service));
  const added: Person[] = [];
  for (const name of ['Zoe', 'Ada']) {
    added.push(personSchema.parse((await invite({ email: `${name}@reps.example`, name })).json));
  }
  const names = (await list()).map(({ name }) => name);
  expect(names).toHaveLength(3);
  expect(names.indexOf('Ada')).toBeLessThan(names.indexOf('Zoe'));
});
