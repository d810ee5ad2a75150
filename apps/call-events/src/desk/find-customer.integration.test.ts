import { customerListSchema, deskCallSchema, type KnownCustomer } from '@callside/schemas';
import { type ServiceProcess, until } from '@callside/test-kit';
import { addCustomer } from '../../test/support/customers.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { callsOf } from '../../test/support/records.ts';
import { searchCustomers } from '../customers/customers.store.ts';

let deployment: Deployment;
let servers: [ServiceProcess, ServiceProcess];
let rep: RepAtWork;
let reader: Reader;

beforeAll(async () => {
  deployment = await deploy();
  servers = await Promise.all([deployment.start(), deployment.start()]);
});
afterAll(() => deployment.close());

beforeEach(async () => {
  rep = await newRepOf(deployment);
  reader = await readerOf(rep);
});

async function readerOf({ rep: user, brand }: RepAtWork, audience: 'tab' | 'api' = 'tab'): Promise<Reader> {
  return new Reader(servers[0].client, brand, await deployment.token(user, brand, audience));
}

const add = (customer: Partial<KnownCustomer>) => addCustomer(deployment, rep.brand, customer);
const search = (q: string, by = reader) => by.send('GET', `/desk/customers?q=${encodeURIComponent(q)}`);
const find = async (q: string, by = reader) => customerListSchema.parse((await search(q, by)).json).items;
const namesOf = async (q: string) => (await find(q)).map(({ name }) => name);
const attach = (reference: string, choice: object, by = reader) =>
  by.send('PUT', `/desk/calls/${reference}/customer`, choice);
const readCall = async (reference: string) => deskCallSchema.parse(await reader.read(`/desk/calls/${reference}`));

async function startCall(phone_number = 'anonymous', fields: object = {}): Promise<string> {
  await rep.on(servers[0]).send('call-started', { phone_number, ...fields });
  return (await callsOf(deployment, rep.rep)).at(-1)!.reference;
}

describe('a search', () => {
  beforeEach(async () => {
    await add({ customer_id: '0042178', name: 'Ada Park', phone_number: '+14155550134' });
    await add({ customer_id: 'K_7', name: 'José Núñez-Parker', phone_number: '+14155550177' });
    await add({ customer_id: null, name: 'Zoe O\u2019Brien', phone_number: '+442079460134' });
    await add({ customer_id: '0042', name: null, phone_number: null });
  });

  test.each([
    ['the beginning of a name', 'ada', ['Ada Park']],
    ['beginnings of words in any order', 'par AD', ['Ada Park']],
    ['the beginning of a word after a hyphen', 'parker', ['José Núñez-Parker']],
    ['a name without its accents', 'jose nunez', ['José Núñez-Parker']],
    ['a name with other accents', 'josè', ['José Núñez-Parker']],
    ['a word in the middle of no word', 'osé', []],
    ['a word after an apostrophe', 'brien', ['Zoe O\u2019Brien']],
    ['the last digits of a number', '0134', ['Ada Park', 'Zoe O\u2019Brien']],
    ['a number as people write it', '(415) 555-0177', ['José Núñez-Parker']],
    ['a number with the country code', '+44 20 7946 0134', ['Zoe O\u2019Brien']],
    ['too few digits', '134', []],
    ['digits from the middle', '4155', []],
    ['a code before the codes that begin with it', '0042', [null, 'Ada Park']],
    ['a code in lower case', 'k_7', ['José Núñez-Parker']],
    ['what LIKE takes for any character', '0_4', []],
    ['what LIKE takes for any text', '%%', []],
    ['the signs of a text search', "ada & !park:* | ('", ['Ada Park']],
    ['a name that nobody has', 'Nobody', []],
  ])('finds by %s: %j', async (_, q, names) => {
    expect(await namesOf(q)).toEqual(names);
  });

  test('finds at most ten, names in their order, and none of another brand', async () => {
    for (let each = 20; each > 8; each -= 1) await add({ customer_id: `n${each}`, name: `Nora ${each}` });
    const found = await namesOf('nora');
    expect(found).toHaveLength(10);
    expect(found).toEqual(found.toSorted());
    const other = await newRepOf(deployment, { brand: await addBrand(deployment) });
    expect(await find('nora', await readerOf(other))).toEqual([]);
    expect((await search('nora', new Reader(servers[0].client, other.brand, 'no token'))).status).toBe(401);
  });

  test.each([
    ['nothing', ''],
    ['one character', 'a'],
    ['white space', '   '],
    ['U+0000', 'a\0b'],
    ['the sign for broken characters', 'a\uFFFDb'],
    ['10 kB', 'x'.repeat(10_000)],
  ])('refuses %s', async (_, q) => {
    expect((await search(q)).status).toBe(422);
  });

  test.each(['', '?q=%ED%A0%80x', '?q=ada&q=ben', '?q[]=ada'])('refuses the query %j', async (query) => {
    expect((await reader.send('GET', `/desk/customers${query}`)).status).toBe(422);
  });

  test('takes every way along an index', async () => {
    const client = await deployment.pool.connect();
    try {
      await client.query('SET enable_seqscan = off');
      const values = [rep.brand.id, '0042', '+14155550134', '4310', "'ada':*"];
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${searchCustomers}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toContain('Seq Scan');
      for (const index of ['code_beginning', 'last_digits', 'words_of_name']) {
        expect(plan).toContain(`customers_${index}_idx`);
      }
    } finally {
      client.release();
    }
  });
});

describe('a customer who was found', () => {
  test.each([
    ['with a code', 'a withheld number', 'anonymous', { customer_id: 'A1', phone_number: '+14155550134' }],
    ['without a number', 'an unknown number', '+14155550999', { customer_id: 'A1', phone_number: null }],
    ['without a code', 'a withheld number', 'anonymous', { customer_id: null, phone_number: '+14155550134' }],
    ['without a code', 'a number that cannot be placed', '12', { customer_id: null, phone_number: '+14155550134' }],
  ])(
    '%s is attached to a call of %s, in all tabs, after a reload and in every read',
    async (_, __, caller, customer) => {
      await add({ name: 'Ada', ...customer });
      const tabs = await Promise.all(servers.map((server) => rep.tab(server)));
      const reference = await startCall(caller);
      const [found] = await find('ada');
      const choice = { customer_id: found?.customer_id ?? '', phone_number: found?.phone_number };
      expect((await attach(reference, choice)).json).toMatchObject({ match: 'one', name: 'Ada' });
      await until('both tabs show the customer', () => tabs.every((tab) => tab.state?.customer?.name === 'Ada'));
      await rep.on(servers[1]).send('hold-started');
      expect((await rep.tab(servers[1])).state).toMatchObject({ call: { on_hold: true }, customer: { name: 'Ada' } });
      expect(await readCall(reference)).toMatchObject({
        customer: { match: 'one', name: 'Ada' },
        customer_picked: true,
      });

      const api = await readerOf(rep, 'api');
      const { items } = await api.read<{ items: object[] }>('/chats');
      expect(items).toMatchObject([{ customer: { name: 'Ada' }, call: { phone_number: caller } }]);

      // The next call of theirs shows this one, and one of somebody else does not.
      const next = await startCall('+14155550888');
      expect((await readCall(next)).calls).toEqual([]);
      await attach(next, choice);
      expect((await readCall(next)).calls).toMatchObject([{ reference }]);
      await attach(next, { customer_id: null });
      expect(await readCall(next)).toMatchObject({ customer: { match: 'none' }, customer_picked: false, calls: [] });
    },
  );

  test('is in the export of calls', async () => {
    await add({ customer_id: 'A1', name: 'Ada' });
    await add({ name: 'Zoe', phone_number: '+14155550177' });
    await attach(await startCall(), { customer_id: 'A1' });
    await attach(await startCall('12'), { customer_id: '', phone_number: '+14155550177' });
    await startCall('+14155550888');
    const owner = await addUser(deployment, rep.brand, { role: 'owner' });
    const api = await readerOf({ ...rep, rep: owner }, 'api');
    const { text } = await api.send('GET', '/calls/export');
    const exported = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exported.map(({ picked_customer_id: code, picked_phone_number: number }) => [code, number])).toEqual([
      ['A1', null],
      [null, '+14155550177'],
      [null, null],
    ]);
  });

  test('without a code is found also where many with codes have the number', async () => {
    const phone_number = '+14155550134';
    for (let each = 1; each <= 12; each += 1) await add({ customer_id: `c${each}`, phone_number });
    await add({ name: 'Zoe', phone_number });
    const reference = await startCall();
    expect((await attach(reference, { customer_id: '', phone_number })).json).toMatchObject({ name: 'Zoe' });
  });

  test('is attached to own calls only, and must be of the brand', async () => {
    await add({ customer_id: 'A1', name: 'Ada' });
    const reference = await startCall();
    const colleague = await readerOf(await newRepOf(deployment, { brand: rep.brand }));
    expect((await attach(reference, { customer_id: 'A1' }, colleague)).status).toBe(404);

    const elsewhere = await newRepOf(deployment, { brand: await addBrand(deployment) });
    await addCustomer(deployment, elsewhere.brand, { customer_id: 'E1', name: 'Eve', phone_number: '+14155550134' });
    await addCustomer(deployment, elsewhere.brand, { name: 'Eve', phone_number: '+14155550135' });
    for (const choice of [
      { customer_id: 'E1' },
      { customer_id: '' },
      { customer_id: '', phone_number: '+14155550135' },
      { customer_id: '', phone_number: 'x\0y' },
      { customer_id: 'A1', phone_number: 5 },
      { customer_id: '', phone_number: '9'.repeat(10_000) },
    ]) {
      expect((await attach(reference, choice)).status).toBe(422);
    }
    expect(await readCall(reference)).toMatchObject({ customer: { match: 'withheld' }, customer_picked: false });
  });
});
