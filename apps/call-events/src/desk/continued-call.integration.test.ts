import { randomUUID } from 'node:crypto';
import { type DeskCall, deskCallSchema, type FollowUpList, followUpListSchema } from '@callside/schemas';
import { addCall, type FiledCall } from '../../test/support/calls-on-file.ts';
import { addCustomer } from '../../test/support/customers.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

const number = '+14155550134';
const due = '2026-12-01T09:00:00.000Z';

let service: ServiceUnderTest;
let brand: TestBrand;
let first: TestUser;
let second: TestUser;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  brand = await addBrand(service);
  [first, second] = await Promise.all([addUser(service, brand), addUser(service, brand)]);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const fileCall = (rep: TestUser, hours: number, fields: { customerId?: string } = {}) =>
  addCall(service, brand, rep, { phoneNumber: number, startedAt: hoursAgo(hours), ...fields });
const readerOf = (rep: TestUser) => Reader.of(service.clients[0], brand, rep);

async function readCall(rep: TestUser, { reference }: FiledCall): Promise<DeskCall> {
  return deskCallSchema.parse(await (await readerOf(rep)).read(`/desk/calls/${reference}`));
}

async function put(rep: TestUser, { reference }: FiledCall, what: 'notes' | 'follow-up' | 'customer', body: object) {
  return (await readerOf(rep)).send('PUT', `/desk/calls/${reference}/${what}`, body);
}

async function followUpsOf(rep: TestUser): Promise<FollowUpList['items']> {
  return followUpListSchema.parse(await (await readerOf(rep)).read('/desk/follow-ups')).items;
}

/** Four offers, of which one is declined, and one is sold after it was declined. */
async function fileOffers(call: FiledCall, rep: TestUser, hours: number): Promise<void> {
  const recommendation = randomUUID();
  const items = ['401', '402', '403', '404'].map((sku) => ({ sku, title: `Product ${sku}` }));
  await service.query(
    `INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status, recommendation_id, items, asked_at)
     VALUES ($1, $2, $3, $4, 1, 'ready', $1, $5, $6)`,
    [recommendation, brand.id, call.id, rep.id, JSON.stringify(items), hoursAgo(hours)],
  );
  const outcomes = [
    ['401', 'declined'],
    ['402', 'declined'],
    ['402', 'sold'],
  ] as const;
  for (const [index, [sku, outcome]] of outcomes.entries()) {
    await service.query(
      `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, outcome_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        randomUUID(),
        brand.id,
        call.id,
        rep.id,
        recommendation,
        sku,
        outcome,
        `o-${index}`,
        hoursAgo(hours - 0.1 * (index + 1)),
      ],
    );
  }
}

describe('a call that continues another of the last day', () => {
  test('shows what was offered, declined, sold, written and promised then, newest first, at most five lines', async () => {
    const before = await fileCall(first, 5);
    await fileOffers(before, first, 5);
    await put(first, before, 'notes', { note: 'Wants size 7.' });
    await put(first, before, 'follow-up', { text: 'Ask the shop', due_at: due });
    const now = await fileCall(second, 0);
    const line = { rep_name: first.email, call_reference: before.reference, due_at: null, done_at: null };
    expect((await readCall(second, now)).continues).toEqual([
      { ...line, at: expect.any(String), kind: 'promised', items: ['Ask the shop'], due_at: due },
      { ...line, at: expect.any(String), kind: 'note', items: ['Wants size 7.'] },
      { ...line, at: expect.any(String), kind: 'sold', items: ['Product 402'] },
      { ...line, at: expect.any(String), kind: 'declined', items: ['Product 401'] },
      { ...line, at: expect.any(String), kind: 'offered', items: ['Product 401', 'Product 402', 'Product 403'] },
    ]);
    const later = await fileCall(first, 1);
    await put(first, later, 'notes', { note: 'Called again.' });
    const { continues } = await readCall(second, now);
    expect(continues.map(({ kind }) => kind)).toEqual(['note', 'promised', 'note', 'sold', 'declined']);
    expect(continues[0]).toMatchObject({ items: ['Called again.'], call_reference: later.reference });
  });

  test('shows nothing of older calls but promises that are not kept, and nothing of later calls', async () => {
    const old = await fileCall(first, 26);
    await put(first, old, 'notes', { note: 'Long ago.' });
    const now = await fileCall(second, 1);
    const later = await fileCall(first, 0);
    await put(first, later, 'notes', { note: 'Later.' });
    expect((await readCall(second, now)).continues).toEqual([]);
    await put(first, old, 'follow-up', { text: 'Send the catalogue', due_at: due });
    expect((await readCall(second, now)).continues).toMatchObject([
      { kind: 'promised', items: ['Send the catalogue'] },
    ]);
    // Nor does it leave for the lines of more calls.
    for (const hours of [7, 6, 5, 4, 3, 2]) {
      await put(second, await fileCall(second, hours), 'notes', { note: `Of ${hours} hours ago.` });
    }
    const { continues } = await readCall(second, now);
    expect(continues).toHaveLength(5);
    expect(continues.filter(({ kind }) => kind === 'promised')).toMatchObject([{ items: ['Send the catalogue'] }]);
    expect(continues.map(({ at }) => at)).toEqual(
      continues.map(({ at }) => at).toSorted((one, other) => (one < other ? 1 : -1)),
    );
    await service.query("DELETE FROM call_notes WHERE note LIKE 'Of %'");
    await put(first, old, 'follow-up', { text: 'Send the catalogue', due_at: due, done: true });
    expect((await readCall(second, now)).continues).toEqual([]);
  });

  test('shows nothing of a number that several share, before one of them is picked, and only theirs then', async () => {
    for (const customer_id of ['A1', 'B2']) {
      await addCustomer(service, brand, { customer_id, name: customer_id, phone_number: number });
    }
    const before = await fileCall(first, 2, { customerId: 'A1' });
    await put(first, before, 'notes', { note: 'About A1.' });
    await put(first, before, 'follow-up', { text: 'For A1', due_at: due });
    const now = await fileCall(second, 0);
    expect((await readCall(second, now)).continues).toEqual([]);
    await put(second, now, 'customer', { customer_id: 'B2' });
    expect((await readCall(second, now)).continues).toEqual([]);
    await put(second, now, 'customer', { customer_id: 'A1' });
    expect((await readCall(second, now)).continues).toMatchObject([{ items: ['For A1'] }, { items: ['About A1.'] }]);
  });
});

describe('follow-ups', () => {
  test('are listed at the desk of their rep by due time, with whom they are for, until they are done or taken back', async () => {
    await addCustomer(service, brand, { customer_id: 'A1', name: 'Ada', phone_number: number });
    const [one, other] = [await fileCall(first, 2), await fileCall(first, 1)];
    const written = await put(first, one, 'follow-up', { text: ' Call back ', due_at: '2026-12-02T10:00:00+01:00' });
    expect(written).toMatchObject({
      status: 200,
      json: { text: 'Call back', due_at: '2026-12-02T09:00:00.000Z', done_at: null },
    });
    await put(first, other, 'follow-up', { text: 'Earlier', due_at: due });
    expect(await followUpsOf(first)).toEqual([
      { call_reference: other.reference, phone_number: number, customer_name: 'Ada', text: 'Earlier', due_at: due },
      expect.objectContaining({ call_reference: one.reference, text: 'Call back' }),
    ]);
    expect(await followUpsOf(second)).toEqual([]);
    expect(await put(first, other, 'follow-up', { text: 'Card 4111 1111 1111 1111', due_at: due })).toMatchObject({
      json: { text: 'Card **** **** **** 1111' },
    });
    const done = await put(first, other, 'follow-up', { text: 'Earlier', due_at: due, done: true });
    expect(done.json).toMatchObject({ done_at: expect.any(String) });
    const again = await put(first, other, 'follow-up', { text: 'Earlier', due_at: due, done: true });
    expect(again.json).toEqual(done.json);
    expect((await readCall(first, other)).follow_up).toEqual(done.json);
    expect(await followUpsOf(first)).toHaveLength(1);
    expect(await put(first, one, 'follow-up', { due_at: null })).toMatchObject({
      status: 200,
      json: { text: '', due_at: null, done_at: null },
    });
    expect(await followUpsOf(first)).toEqual([]);
  });

  test.each([
    ['nothing', {}],
    ['a due time that is no instant', { text: 'x', due_at: 'tomorrow' }],
    ['a due time without an offset', { text: 'x', due_at: '2026-12-02T10:00:00' }],
    ['a promise without a text', { text: ' ', due_at: due }],
    ['a text of 501 characters', { text: 'x'.repeat(501), due_at: due }],
    ['a number for a text', { text: 1, due_at: due }],
    ['a text for done', { text: 'x', due_at: due, done: 'yes' }],
  ])('refuse %s', async (_what, body) => {
    expect(await put(first, await fileCall(first, 1), 'follow-up', body)).toMatchObject({ status: 422 });
  });

  test("are set on the rep's own calls only", async () => {
    const call = await fileCall(first, 1);
    expect(await put(second, call, 'follow-up', { text: 'x', due_at: due })).toMatchObject({ status: 404 });
  });

  test('are deleted with the call, which erasure and retention delete', async () => {
    const call = await fileCall(first, 1);
    await put(first, call, 'follow-up', { text: 'x', due_at: due });
    const owner = await readerOf(await addUser(service, brand, { role: 'owner' }));
    const erased = await owner.send('POST', '/settings/customers/erase', { phone: number, dry_run: false });
    expect(erased).toMatchObject({ status: 200, json: { calls: 1 } });
    expect(await service.query('SELECT 1 FROM follow_ups WHERE call_id = $1', [call.id])).toEqual([]);
    expect(await followUpsOf(first)).toEqual([]);
  });
});
