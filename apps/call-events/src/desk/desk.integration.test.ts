import { randomUUID } from 'node:crypto';
import {
  type CallNotesView,
  type Desk,
  type DeskCall,
  type DeskTranscript,
  deskCallSchema,
  deskSchema,
  deskTranscriptSchema,
} from '@callside/schemas';
import { type ServiceProcess, until } from '@callside/test-kit';
import { auditLogOf } from '../../test/support/audit-log.ts';
import { addCustomer } from '../../test/support/customers.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { createDialler, type RepsDialler } from '../../test/support/dialler.ts';
import { Reader } from '../../test/support/reader.ts';
import { callsOf } from '../../test/support/records.ts';
import type { Tab } from '../../test/support/tab.ts';

const number = '+14155550134';

let deployment: Deployment;
let servers: [ServiceProcess, ServiceProcess];
let rep: RepAtWork;
let send: RepsDialler['send'];
let reader: Reader;

beforeAll(async () => {
  deployment = await deploy();
  servers = await Promise.all([deployment.start(), deployment.start()]);
});
afterAll(() => deployment.close());

beforeEach(async () => {
  rep = await newRepOf(deployment);
  ({ send } = rep.on(servers[0]));
  reader = await readerOf(rep);
});

async function readerOf({ rep: user, brand }: RepAtWork): Promise<Reader> {
  return new Reader(servers[0].client, brand, await deployment.token(user, brand, 'tab'));
}

async function startCall(fields: object = {}): Promise<string> {
  await send('call-started', { phone_number: number, ...fields });
  const calls = await callsOf(deployment, rep.rep);
  return calls.at(-1)!.reference;
}

const readCall = async (reference: string): Promise<DeskCall> =>
  deskCallSchema.parse(await reader.read(`/desk/calls/${reference}`));
const readDesk = async (): Promise<Desk> => deskSchema.parse(await reader.read('/desk'));
const write = (reference: string, body: object) => reader.send('PUT', `/desk/calls/${reference}/notes`, body);
const pick = (reference: string, customer_id: unknown) =>
  reader.send('PUT', `/desk/calls/${reference}/customer`, { customer_id });

async function addOrder(code: string, sku: string, day: string, returned = false): Promise<void> {
  await deployment.query(
    `INSERT INTO order_lines (brand_id, customer_id, sku, product_title, order_date, qty, unit_price, returned_at)
     SELECT brand_id, id, $3, 'Ring', $4::date, 2, 129.5, CASE WHEN $5 THEN now() END
       FROM customers WHERE brand_id = $1 AND customer_id = $2`,
    [rep.brand.id, code, sku, day, returned],
  );
}

describe('the detail of a call', () => {
  test('shows the metadata fields that the brand chose, in its order, and no other', async () => {
    await deployment.query(`UPDATE brands SET shown_metadata = '{campaign,queue,missing}' WHERE id = $1`, [
      rep.brand.id,
    ]);
    const fresh = await newRepOf(deployment, { brand: rep.brand });
    reader = await readerOf(fresh);
    rep = fresh;
    ({ send } = fresh.on(servers[0]));
    const reference = await startCall({ metadata: { secret: 'x', queue: 'sales', campaign: 7 } });
    expect((await readCall(reference)).metadata).toEqual([
      { name: 'campaign', value: '7' },
      { name: 'queue', value: 'sales' },
    ]);
  });

  test('shows numbers of the metadata as sent, also of metadata that messages omit', async () => {
    await deployment.query(`UPDATE brands SET shown_metadata = '{code,price}' WHERE id = $1`, [rep.brand.id]);
    const fresh = await newRepOf(deployment, { brand: rep.brand });
    reader = await readerOf(fresh);
    const start = JSON.stringify({ agent_email: fresh.rep.email, phone_number: number, metadata: {} });
    // Too large for a message to the tabs, which read it here.
    const large = `"notes":"${'x'.repeat(900_000)}"`;
    const body = start.replace('{}', `{"code":12345678901234567890,${large},"price":1.10}`);
    await createDialler(servers[0].client, rep.brand).post('call-started', body);
    const [call] = await callsOf(deployment, fresh.rep);
    expect((await readCall(call!.reference)).metadata).toEqual([
      { name: 'code', value: '12345678901234567890' },
      { name: 'price', value: '1.10' },
    ]);
  });

  test('shows the last five order lines of the customer, newest first, with returned ones marked', async () => {
    await addCustomer(deployment, rep.brand, { customer_id: 'A1', name: 'Ada', phone_number: number });
    for (let day = 1; day <= 6; day += 1) await addOrder('A1', `SKU-${day}`, `2026-01-0${day}`, day === 6);
    const { orders } = await readCall(await startCall());
    expect(orders.map(({ sku, returned }) => [sku, returned])).toEqual([
      ['SKU-6', true],
      ['SKU-5', false],
      ['SKU-4', false],
      ['SKU-3', false],
      ['SKU-2', false],
    ]);
    expect(orders[1]).toMatchObject({ ordered_on: '2026-01-05', title: 'Ring', qty: 2, unit_price: 129.5 });
  });

  test('shows the title that an order line has, else that of the catalogue', async () => {
    await addCustomer(deployment, rep.brand, { customer_id: 'A1', name: 'Ada', phone_number: number });
    for (const sku of ['SKU-1', 'SKU-2', 'SKU-3']) await addOrder('A1', sku, `2026-01-0${sku.at(-1)}`);
    await deployment.query(`UPDATE order_lines SET product_title = NULL WHERE brand_id = $1 AND sku <> 'SKU-3'`, [
      rep.brand.id,
    ]);
    await deployment.query(
      `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type)
       VALUES ($1, 'SKU-2', 'Gold Chain', 80, 'Chain'), ($1, 'SKU-3', 'Silver Ring', 80, 'Ring')`,
      [rep.brand.id],
    );
    const { orders } = await readCall(await startCall());
    expect(orders.map(({ title }) => title)).toEqual(['Ring', 'Gold Chain', null]);
  });

  test("shows the customer's other calls with their notes, by number and by code as imports store it", async () => {
    await addCustomer(deployment, rep.brand, { customer_id: 'A1', name: 'Ada', phone_number: number });
    const first = await startCall();
    await write(first, { note: 'Likes silver.', disposition: 'follow_up' });
    const second = await startCall({ phone_number: '+14155550777', customer_id: '\u200bA1\t' });
    await startCall({ phone_number: '+14155550999' });
    const reference = await startCall();
    const { calls } = await readCall(reference);
    expect(calls.map((call) => [call.reference, call.note, call.disposition])).toEqual([
      [second, '', null],
      [first, 'Likes silver.', 'follow_up'],
    ]);
  });

  test('is readable for own calls only', async () => {
    const reference = await startCall();
    const other = await readerOf(await newRepOf(deployment, { brand: rep.brand }));
    expect((await other.send('GET', `/desk/calls/${reference}`)).status).toBe(404);
    expect((await other.send('PUT', `/desk/calls/${reference}/notes`, { note: 'x' })).status).toBe(404);
    expect((await other.send('PUT', `/desk/calls/${reference}/customer`, { customer_id: null })).status).toBe(404);
    expect((await other.send('GET', `/desk/calls/${reference}/transcript`)).status).toBe(404);
  });
});

describe('the desk', () => {
  test('has nothing for a rep without calls', async () => {
    expect(await readDesk()).toMatchObject({ events: [], previous_call: null });
  });

  test('has the events of the last calls, newest first, and the call that has ended', async () => {
    const first = await startCall({ event_id: 'one' });
    await send('hold-started', { event_id: 'x'.repeat(300) });
    await send('call-ended');
    await startCall({ phone_number: '+14155550777' });
    const { events, previous_call } = await readDesk();
    expect(events.map(({ event, event_id, phone_number }) => [event, event_id, phone_number])).toEqual([
      ['call-started', null, '+14155550777'],
      ['call-ended', null, null],
      ['hold-started', null, null],
      ['call-started', 'one', number],
    ]);
    expect(previous_call?.call.reference).toBe(first);
  });
});

describe('notes', () => {
  test('are stored, raise their version, and can also be written after the call', async () => {
    const reference = await startCall();
    expect((await readCall(reference)).notes).toEqual({
      ...{ note: '', disposition: null, disposition_from_sale: false, version: 0, updated_at: null },
    });
    expect((await write(reference, { note: 'a', version: 0 })).json).toMatchObject({ version: 1, disposition: null });
    await send('call-ended');
    const written = await write(reference, { note: 'ab', disposition: 'sale', version: 1 });
    expect(written.json).toMatchObject({ note: 'ab', disposition: 'sale', version: 2 });
    expect((await readCall(reference)).notes).toEqual(written.json);
  });

  test.each([-1, 1.5, 2_147_483_648, '1'])('a version of %p is refused', async (version) => {
    const reference = await startCall();
    expect((await write(reference, { note: 'x', version })).status).toBe(422);
  });

  test('are refused with 409 if they have changed since the given version', async () => {
    const reference = await startCall();
    await write(reference, { note: 'from one tab', version: 0 });
    expect(await write(reference, { note: 'from another', version: 0 })).toMatchObject({ status: 409 });
    expect(await write(reference, { note: 'from another', version: 7 })).toMatchObject({ status: 409 });
    expect((await readCall(reference)).notes).toMatchObject({ note: 'from one tab', version: 1 });
    expect(((await write(reference, { note: 'from another' })).json as CallNotesView).version).toBe(2);
  });

  test('are unchanged if they are sent again after a lost answer', async () => {
    const reference = await startCall();
    await write(reference, { note: 'same', version: 0 });
    expect(await write(reference, { note: 'same', version: 0 })).toMatchObject({ status: 200, json: { version: 1 } });
  });

  test('are pushed to the tabs of the rep at all servers after each write', async () => {
    const tabs = await Promise.all(servers.map((server) => rep.tab(server)));
    const other = await newRepOf(deployment, { brand: rep.brand });
    const tabOfOther = await other.tab(servers[0]);
    const reference = await startCall();
    const first = await write(reference, { note: 'a', version: 0 });
    await write(reference, { note: 'refused', version: 0 });
    const second = await write(reference, { note: 'a', disposition: 'sale', version: 1 });
    await send('call-ended');
    const third = await write(reference, { note: 'ab', disposition: 'sale', version: 2 });
    const written = [first, second, third].map(({ json }) => ({ call_reference: reference, ...Object(json) }));
    for (const tab of tabs) {
      await tab.hears('call.notes', 3);
      expect(tab.named('call.notes')).toEqual(written);
    }
    await other.on(servers[0]).send('call-started', { phone_number: number });
    await tabOfOther.hears('call.event');
    expect(tabOfOther.named('call.notes')).toEqual([]);
  });

  test.each([
    [{ note: 'x'.repeat(10_001) }],
    [{ note: 1 }],
    [{}],
    [{ note: '', disposition: 'elsewhere' }],
    [{ note: '', version: -1 }],
    [{ note: '', version: 'one' }],
  ])('refuse %j', async (body) => {
    const reference = await startCall();
    expect((await write(reference, body)).status).toBe(422);
  });

  test('keep a text that PostgreSQL cannot hold', async () => {
    const reference = await startCall();
    expect((await write(reference, { note: 'a\u0000b\ud800' })).json).toMatchObject({ note: 'a\uFFFDb\uFFFD' });
  });
});

describe('one of several customers', () => {
  const shown = (tab: Tab) => tab.state?.customer?.name;

  beforeEach(async () => {
    await addCustomer(deployment, rep.brand, { customer_id: 'A1', name: 'Ada', phone_number: number });
    await addCustomer(deployment, rep.brand, { customer_id: 'B2', name: 'Ben', phone_number: number });
    await addCustomer(deployment, rep.brand, { customer_id: 'C3', name: 'Cleo', phone_number: '+14155550777' });
  });

  test('is shown in the tabs at all servers and stored with the call, and the choice can be undone', async () => {
    const tabs = await Promise.all(servers.map((server) => rep.tab(server)));
    await addOrder('B2', 'SKU-B', '2026-01-01');
    const reference = await startCall();
    expect((await readCall(reference)).customer.match).toBe('several');
    expect((await pick(reference, 'B2')).json).toMatchObject({ match: 'one', name: 'Ben' });
    await until('both tabs show the picked customer', () => tabs.every((tab) => shown(tab) === 'Ben'));
    const late = await rep.tab(servers[1]);
    expect(shown(late)).toBe('Ben');
    const detail = await readCall(reference);
    expect(detail).toMatchObject({ customer: { name: 'Ben' }, customer_picked: true, orders: [{ sku: 'SKU-B' }] });
    await pick(reference, null);
    await until('both tabs show several customers again', () =>
      tabs.every((tab) => tab.state?.customer?.match === 'several'),
    );
    expect(await readCall(reference)).toMatchObject({ customer_picked: false, orders: [] });
  });

  test('is remembered for the next call of the picked customer only', async () => {
    const first = await startCall();
    await pick(first, 'B2');
    await write(first, { note: 'about Ben' });
    await send('call-ended');
    const second = await startCall();
    expect((await readCall(second)).calls).toEqual([]);
    await pick(second, 'A1');
    expect((await readCall(second)).calls).toEqual([]);
    await pick(second, 'B2');
    expect((await readCall(second)).calls.map(({ note }) => note)).toEqual(['about Ben']);
  });

  test('can be picked after the call', async () => {
    const reference = await startCall();
    await send('call-ended');
    expect((await pick(reference, 'A1')).json).toMatchObject({ name: 'Ada' });
    expect((await readCall(reference)).customer.name).toBe('Ada');
  });

  test('can be the customer without a code, whose orders and notes are then shown', async () => {
    await addCustomer(deployment, rep.brand, { customer_id: null, name: 'Dora', phone_number: number });
    const first = await startCall();
    await write(first, { note: 'of nobody in particular' });
    await send('call-ended');
    const second = await startCall();
    expect((await pick(second, '')).json).toMatchObject({ match: 'one', name: 'Dora', customer_id: null });
    await write(second, { note: 'about Dora' });
    const tab = await rep.tab(servers[1]);
    expect(shown(tab)).toBe('Dora');
    await send('call-ended');
    const third = await startCall();
    await pick(third, '');
    expect(await readCall(third)).toMatchObject({
      customer: { name: 'Dora' },
      customer_picked: true,
      calls: [{ note: 'about Dora' }],
    });
    await pick(third, 'A1');
    expect((await readCall(third)).calls).toEqual([]);
  });

  test('can be one whom the rep found, with another number', async () => {
    const reference = await startCall();
    expect((await pick(reference, 'C3')).json).toMatchObject({ match: 'one', name: 'Cleo' });
  });

  test.each([['unknown'], [''], [5]])('must be on file: %j', async (code) => {
    const reference = await startCall();
    expect((await pick(reference, code)).status).toBe(422);
  });
});

describe('the transcript', () => {
  test('is pushed to the tabs at all servers after it is stored, and can be read from any piece', async () => {
    const tabs = await Promise.all(servers.map((server) => rep.tab(server)));
    const reference = await startCall();
    const none = deskTranscriptSchema.parse(await reader.read(`/desk/calls/${reference}/transcript`));
    expect(none).toEqual({ session_id: null, items: [], next_after: null });
    const companion = await rep.companion(servers[1]);
    const session = await companion.open();
    for (const sequence of [0, 1]) await companion.chunk(session, sequence);
    await companion.chunk(session, 1);
    for (const tab of tabs) {
      await tab.hears('transcript.chunk', 2);
      expect(tab.named('transcript.chunk')).toMatchObject([
        { call_reference: reference, session_id: session, sequence: 0, text: 'chunk 0' },
        { sequence: 1 },
      ]);
    }
    const read = await reader.read<DeskTranscript>(`/desk/calls/${reference}/transcript`, { after: 0 });
    expect(read).toMatchObject({ session_id: session, items: [{ sequence: 1 }], next_after: null });
    // The read of an empty transcript is no entry.
    expect(await auditLogOf(deployment, rep.brand)).toMatchObject([
      { action: 'transcript.read', actor: rep.rep.email, subject: reference, detail: { read: 'desk', pieces: 1 } },
    ]);
  });

  test('refuses a bad position', async () => {
    const reference = await startCall();
    expect((await reader.send('GET', `/desk/calls/${reference}/transcript?after=x`)).status).toBe(422);
  });
});

test('routes of the desk refuse a request without a session, and an unknown call', async () => {
  const stranger = new Reader(servers[0].client, rep.brand, 'not-a-token');
  expect((await stranger.send('GET', '/desk')).status).toBe(401);
  expect((await reader.send('GET', `/desk/calls/${randomUUID()}`)).status).toBe(404);
  expect((await reader.send('GET', '/desk/calls/nonsense')).status).toBe(404);
});
