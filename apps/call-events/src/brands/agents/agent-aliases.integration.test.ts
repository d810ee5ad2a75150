import { randomUUID } from 'node:crypto';
import { answer, createRepsDialler, type RepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser } from '../../../test/support/organisations.ts';
import { callsOf, eventsOf, stateOf } from '../../../test/support/records.ts';
import { newRep, type Scene } from '../../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let scene: Scene;
let alias: string;
let byAlias: RepsDialler;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  scene = await newRep(service);
  alias = `sip/${randomUUID()}`;
  await addAlias(alias, scene.rep);
  byAlias = createRepsDialler(scene.dialler, { email: alias });
});
afterAll(() => service.close());

async function addAlias(name: string, { id }: { id: string }): Promise<void> {
  await service.query('INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3)', [
    scene.brand.id,
    name,
    id,
  ]);
}

test('an alias as agent_email resolves to its user, trimmed and in any case', async () => {
  const started = await scene.dialler.post('call-started', {
    agent_email: `  ${alias.toUpperCase()} `,
    phone_number: '+14155550134',
  });
  expect(started.json).toEqual(answer({}));
  const [call] = await callsOf(service, scene.rep);
  expect(call).toMatchObject({ agent_email: scene.rep.email, ended_at: null });
  expect(await stateOf(service, scene.rep)).toMatchObject({ call_id: call?.id });
});

test('the event stores the name as sent, the call stores the address of its rep', async () => {
  await byAlias.send('call-started');
  expect(await eventsOf(service, { email: alias })).toMatchObject([
    { agent_email: alias, user_id: scene.rep.id, agent_resolved: true, call_active: true },
  ]);
  expect(await callsOf(service, scene.rep)).toMatchObject([{ agent_email: scene.rep.email }]);
});

test('events by alias and by address change the same call, in sequence and concurrently', async () => {
  await byAlias.send('call-started');
  expect((await scene.send('recording-paused')).json).toEqual(answer({}));
  expect(await stateOf(service, scene.rep)).toMatchObject({ version: 2, recording_paused: true });
  expect((await byAlias.send('recording-resumed')).json).toEqual(answer({}));
  expect((await scene.send('call-started')).json).toEqual(answer({ duplicate: true }));

  const holds = await Promise.all(
    Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? byAlias : scene).send('hold-started')),
  );
  expect(new Set(holds.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await stateOf(service, scene.rep)).toMatchObject({ version: 63, on_hold: true });
  expect((await scene.send('call-ended')).json).toEqual(answer({}));
  expect((await byAlias.send('hold-ended')).json).toEqual(answer({ active: false }));
  expect(await callsOf(service, scene.rep)).toHaveLength(1);
});

test('concurrent first events of new reps, by both names, create one state for each rep', async () => {
  const newcomer = await addUser(service, scene.brand);
  await addAlias('ext 7', newcomer);
  const senders = [createRepsDialler(scene.dialler, newcomer), createRepsDialler(scene.dialler, { email: 'ext 7' })];
  const starts = await Promise.all(Array.from({ length: 20 }, (_, at) => senders[at % 2]?.send('call-started')));
  expect(starts.filter((start) => Object(start?.json).duplicate === false)).toHaveLength(1);
  expect(await callsOf(service, newcomer)).toHaveLength(1);
});

test("the address of an active user takes precedence over another's alias", async () => {
  const other = await addUser(service, scene.brand);
  await addAlias(other.email, scene.rep);
  await createRepsDialler(scene.dialler, other).send('call-started');
  expect(await callsOf(service, other)).toHaveLength(1);
  expect(await callsOf(service, scene.rep)).toHaveLength(0);

  await service.query("UPDATE users SET status = 'deactivated' WHERE id = $1", [other.id]);
  await createRepsDialler(scene.dialler, other).send('call-started');
  expect(await callsOf(service, scene.rep)).toHaveLength(1);
});

test.each(['invited', 'deactivated'])('the alias of a user who is %s resolves to no user', async (status) => {
  await service.query('UPDATE users SET status = $2 WHERE id = $1', [scene.rep.id, status]);
  expect((await byAlias.send('call-started')).json).toEqual(answer({ resolved: false, active: false }));
});

test('an alias of another brand resolves to no user', async () => {
  const brand = await addBrand(service);
  const stranger = await addUser(service, brand);
  await service.query('INSERT INTO agent_aliases (brand_id, alias, user_id) VALUES ($1, $2, $3)', [
    brand.id,
    'theirs',
    stranger.id,
  ]);
  const { send } = createRepsDialler(scene.dialler, { email: 'theirs' });
  expect((await send('call-started')).json).toEqual(answer({ resolved: false, active: false }));
});
