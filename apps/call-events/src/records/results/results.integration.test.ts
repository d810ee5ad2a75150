import { type ResultRow, type Results, resultsSchema } from '@callside/schemas';
import { addCall } from '../../../test/support/calls-on-file.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { type Offered, Shop } from '../../../test/support/results-on-file.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let rep: TestUser;
let reader: Reader;
let shop: Shop;

const everyGroup = ['day', 'article_type', 'product', 'rank', 'rule', 'decline_reason', 'rep', 'model'];
const day = '2026-03-10';
const noon = new Date('2026-03-10T12:00:00Z');
const range = { from: '2026-03-09', to: '2026-03-12' };

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, owner);
  shop = new Shop(service, brand);
  await shop.addProducts([
    { sku: '1', price: '100', type: 'Ring' },
    { sku: '2', price: '40.50', type: 'Ring' },
    { sku: '3', price: '9.99', type: 'Chain' },
  ]);
});
afterAll(() => service.close());

async function read(query: Record<string, string> = {}): Promise<Results> {
  const results = await reader.read<Results>('/results', { ...range, ...query });
  expect(resultsSchema.parse(results)).toEqual(results);
  return results;
}

const rowOf = ({ rows }: Results, key: string | null): ResultRow | undefined => rows.find((row) => row.key === key);

/** A call of the rep with offers on it. */
async function offersOnCall(
  skus: string[],
  fields: { at?: Date; model?: string; rules?: string[] } = {},
): Promise<Offered> {
  const call = await addCall(service, brand, rep, { startedAt: fields.at ?? noon });
  return shop.offer(skus, { at: noon, ...fields, shownOn: { call, rep } });
}

it('the results have every day, with zeros, when nothing has happened', async () => {
  const results = await read();
  expect(results).toMatchObject({ by: 'day', ...range, time_zone: 'UTC', currency: 'USD' });
  expect(results.rows.map(({ key }) => key)).toEqual(['2026-03-09', '2026-03-10', '2026-03-11']);
  expect(results.totals).toEqual({
    calls: 0,
    time_to_screen: { events: 0, p50_ms: null, p95_ms: null },
    offers: { recommendations: 0, items: 0 },
    shown: { recommendations: 0, items: 0 },
    sold: 0,
    declined: 0,
    conversion: { counted: 0, converted: 0, share: null },
    revenue: '0',
    gross_revenue: '0',
    returned_revenue: '0',
  });
});

it('the results count calls, offers made and shown, sales, declines and the revenue', async () => {
  const shown = await offersOnCall(['1', '2', '3']);
  await shop.offer(['1'], { at: noon });
  await shop.buy(shown, [{ sku: '1', qty: 2, unitPrice: '95.25' }]);
  await shop.decline(shown, '3', rep);
  const results = await read();
  const figures = {
    calls: 1,
    offers: { recommendations: 2, items: 4 },
    shown: { recommendations: 1, items: 3 },
    sold: 1,
    declined: 1,
    conversion: { counted: 2, converted: 1, share: 0.5 },
    revenue: '190.5',
  };
  expect(results.totals).toMatchObject(figures);
  expect(rowOf(results, day)).toMatchObject({ key: day, label: day, ...figures });
});

it('an answer without offers is not counted', async () => {
  await shop.offer([], { at: noon });
  expect((await read()).totals).toMatchObject({ offers: { recommendations: 0 }, conversion: { counted: 0 } });
});

it('offers that were replaced on their call are counted only if a product of them was bought', async () => {
  const call = await addCall(service, brand, rep, { startedAt: noon });
  const shownOn = { call, rep };
  await shop.offer(['1'], { at: noon, shownOn });
  const second = await shop.offer(['2'], { at: noon, shownOn });
  await shop.offer(['3'], { at: noon, shownOn });
  expect((await read()).totals.conversion).toEqual({ counted: 1, converted: 0, share: 0 });
  await shop.buy(second, [{ sku: '2' }]);
  expect((await read()).totals.conversion).toEqual({ counted: 2, converted: 1, share: 0.5 });
});

it('a sale is counted on the day of its offer, for any delay of its confirmation, and a product is counted once', async () => {
  const offered = await offersOnCall(['1', '2']);
  await shop.buy(offered, [{ sku: '1', unitPrice: '100' }], { at: new Date('2026-03-20T12:00:00Z') });
  await shop.buy(offered, [{ sku: '1', unitPrice: '50' }], { at: new Date('2026-03-21T12:00:00Z') });
  const results = await read();
  expect(rowOf(results, day)).toMatchObject({ sold: 1, conversion: { converted: 1 }, revenue: '150' });
});

it('the returned amount is subtracted from the revenue in every group, up to the bought amount', async () => {
  const offered = await offersOnCall(['1', '2', '3']);
  await shop.buy(offered, [
    { sku: '1', qty: 2, unitPrice: '95.25', discount: '0.50' },
    { sku: '3', unitPrice: '9' },
  ]);
  await shop.takeBack(offered, '1');
  const noPrice = await offersOnCall(['2']);
  await shop.buy(noPrice, [{ sku: '2' }]);
  await service.query(`UPDATE catalog_items SET web_price = 1000 WHERE brand_id = $1 AND sku = '2'`, [brand.id]);
  await shop.takeBack(noPrice, '2');
  const net = { revenue: '9', gross_revenue: '239.5', returned_revenue: '230.5' };
  for (const by of everyGroup) {
    expect({ by, ...(await read({ by })).totals }).toMatchObject({ by, ...net });
  }
  expect(rowOf(await read(), day)).toMatchObject(net);
  const types = await read({ by: 'article_type' });
  expect(rowOf(types, 'Chain')).toMatchObject({ revenue: '9', returned_revenue: '0' });
  expect(rowOf(types, 'Ring')).toMatchObject({ revenue: '0', gross_revenue: '230.5', returned_revenue: '230.5' });
});

it('the time to screen is measured only for events that opened a call', async () => {
  await shop.paint([10, 20], { at: noon, rep });
  await service.query(
    `UPDATE event_receipts SET opened_call = false WHERE brand_id = $1 AND painted_at = received_at + interval '20 ms'`,
    [brand.id],
  );
  expect((await read()).totals.time_to_screen).toEqual({ events: 1, p50_ms: 10, p95_ms: 10 });
});

it('a receipt that comes weeks after its event counts as ten minutes', async () => {
  await shop.paint([10], { at: noon, rep });
  await service.query("UPDATE event_receipts SET painted_at = received_at + interval '30 days' WHERE brand_id = $1", [
    brand.id,
  ]);
  for (const by of ['day', 'rep']) {
    expect((await read({ by })).totals.time_to_screen).toEqual({ events: 1, p50_ms: 600_000, p95_ms: 600_000 });
  }
});

it("days begin and end in the brand's time zone, also when the clock changes", async () => {
  await service.query(`UPDATE brands SET time_zone = 'America/New_York', currency = 'EUR' WHERE id = $1`, [brand.id]);
  for (const at of ['2026-03-07T04:59:59Z', '2026-03-07T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z']) {
    await addCall(service, brand, rep, { startedAt: new Date(at) });
  }
  // The brand is cached for a moment.
  const other = await Reader.of(service.clients[0], brand, owner);
  let results: Results;
  do results = await other.read<Results>('/results', { from: '2026-03-07', to: '2026-03-09' });
  while (results.time_zone !== 'America/New_York');
  expect(results.currency).toBe('EUR');
  expect(results.rows.map(({ key, calls }) => [key, calls])).toEqual([
    ['2026-03-07', 1],
    ['2026-03-08', 1],
  ]);
});

it('the results show the time from events to the screen', async () => {
  await shop.paint([10, 20, 30, 5_017], { at: noon, rep });
  const results = await read();
  expect(results.totals.time_to_screen).toEqual({ events: 4, p50_ms: 20, p95_ms: 5_010 });
  expect(rowOf(results, day)?.time_to_screen).toEqual(results.totals.time_to_screen);
  expect(rowOf(results, '2026-03-11')?.time_to_screen).toEqual({ events: 0, p50_ms: null, p95_ms: null });
});

it('results are grouped by rep; offers that were shown to no rep have no rep', async () => {
  const other = await addUser(service, brand);
  await addCall(service, brand, other, { startedAt: noon });
  await shop.buy(await offersOnCall(['1']), [{ sku: '1', unitPrice: '80' }]);
  await shop.offer(['3'], { at: noon });
  await shop.paint([40], { at: noon, rep });
  const results = await read({ by: 'rep' });
  expect(results.rows.map(({ key, label, calls, revenue }) => ({ key, label, calls, revenue }))).toEqual([
    { key: rep.id, label: rep.email, calls: 1, revenue: '80' },
    { key: null, label: null, calls: 0, revenue: '0' },
    { key: other.id, label: other.email, calls: 1, revenue: '0' },
  ]);
  expect(results.rows[0]?.time_to_screen).toEqual({ events: 1, p50_ms: 40, p95_ms: 40 });
  expect(results.totals).toMatchObject({ calls: 2, offers: { recommendations: 2 }, revenue: '80' });
});

it('results are grouped by the version of the model', async () => {
  await offersOnCall(['1'], { model: 'default-1' });
  await shop.buy(await offersOnCall(['1', '2'], { model: '20260301T000000-0a1b2c3d' }), [{ sku: '2' }]);
  const results = await read({ by: 'model' });
  expect(results.rows).toMatchObject([
    { key: '20260301T000000-0a1b2c3d', calls: 1, time_to_screen: null, offers: { items: 2 }, revenue: '40.5' },
    { key: 'default-1', calls: 1, offers: { items: 1 }, revenue: '0' },
  ]);
});

describe('by article type', () => {
  it('counts the offers of the type, and which of them were bought', async () => {
    const offered = await offersOnCall(['1', '2', '3']);
    await offersOnCall(['3']);
    await shop.buy(offered, [{ sku: '2', qty: 3, unitPrice: '40', discount: '0.01' }]);
    await shop.decline(offered, '3', rep);
    const results = await read({ by: 'article_type' });
    expect(results.rows).toMatchObject([
      {
        key: 'Ring',
        calls: null,
        time_to_screen: null,
        offers: { recommendations: 1, items: 2 },
        shown: { recommendations: 1, items: 2 },
        sold: 1,
        declined: 0,
        conversion: { counted: 1, converted: 1 },
        revenue: '119.99',
      },
      {
        key: 'Chain',
        offers: { recommendations: 2, items: 2 },
        sold: 0,
        declined: 1,
        conversion: { counted: 2, converted: 0 },
        revenue: '0',
      },
    ]);
    expect(results.totals).toMatchObject({ calls: 2, offers: { recommendations: 2, items: 4 }, revenue: '119.99' });
  });

  it('divides the assumed revenue of a purchase by list price, so that the types add up to the total', async () => {
    const offered = await offersOnCall(['1', '2', '3']);
    await shop.buy(offered, [{ sku: '1', unitPrice: '70' }, { sku: '2' }, { sku: '3', qty: 2 }]);
    const results = await read({ by: 'article_type' });
    expect(results.totals.revenue).toBe('130.48');
    expect(results.rows.map(({ key, revenue }) => [key, revenue])).toEqual([
      ['Ring', '110.5'],
      ['Chain', '19.98'],
    ]);
  });

  it('gives the assumed revenue of a purchase to the products whose list price it still counts', async () => {
    const offered = await offersOnCall(['1', '3']);
    await shop.buy(offered, [{ sku: '1' }, { sku: '3' }]);
    // A purchase of SKUs alone has no lines.
    await service.query('DELETE FROM purchase_lines WHERE recommendation_id = $1', [offered.id]);
    await shop.buy(offered, [{ sku: '1', unitPrice: '70' }]);
    await service.query(
      "UPDATE purchases SET attributed_revenue = 9.99, assumed_skus = '{3}' WHERE recommendation_id = $1 AND cardinality(matched_skus) = 2",
      [offered.id],
    );
    const results = await read({ by: 'article_type' });
    expect(results.totals.revenue).toBe('79.99');
    expect(results.rows.map(({ key, revenue }) => [key, revenue])).toEqual([
      ['Ring', '70'],
      ['Chain', '9.99'],
    ]);
  });

  it('counts neither void purchases, with what was returned of them, nor outcomes that were withdrawn', async () => {
    const [sold, declined] = [await offersOnCall(['1', '2']), await offersOnCall(['3'])];
    await shop.buy(sold, [{ sku: '1', unitPrice: '70' }]);
    await shop.takeBack(sold, '1');
    await service.query('UPDATE purchases SET voided_at = now() WHERE recommendation_id = $1', [sold.id]);
    await shop.buy(sold, [{ sku: '2', unitPrice: '30' }]);
    await shop.decline(declined, '3', rep);
    await service.query('UPDATE offer_outcomes SET voided_at = now() WHERE recommendation_id = $1', [declined.id]);
    const { totals } = await read();
    expect(totals).toMatchObject({
      ...{ sold: 1, declined: 0, conversion: { converted: 1 } },
      ...{ gross_revenue: '30', returned_revenue: '0', revenue: '30' },
    });
  });

  it('shows products that the catalogue does not have as products without a type', async () => {
    await shop.buy(await offersOnCall(['999']), [{ sku: '999', unitPrice: '5' }]);
    const results = await read({ by: 'article_type' });
    expect(results.rows).toMatchObject([{ key: null, label: null, sold: 1, revenue: '5' }]);
  });
});

it('results of another brand are not shown', async () => {
  const theirs = await addBrand(service);
  const other = new Shop(service, theirs);
  await other.addProducts([{ sku: '1', price: '1', type: 'Ring' }]);
  await other.buy(await other.offer(['1'], { at: noon }), [{ sku: '1' }]);
  await addCall(service, theirs, await addUser(service, theirs), { startedAt: noon });
  for (const by of everyGroup) {
    const { totals, rows } = await read({ by });
    expect(totals).toMatchObject({ calls: 0, offers: { recommendations: 0 }, revenue: '0' });
    expect(rows.every(({ offers }) => offers.recommendations === 0)).toBe(true);
  }
});

it('the default range is the last 30 days, including today', async () => {
  const { from, to, rows } = await reader.read<Results>('/results');
  expect(rows).toHaveLength(30);
  expect(rows[0]?.key).toBe(from);
  expect(Date.parse(to)).toBeGreaterThan(Date.now() - 1);
});

it.each([
  ['from=2026-03-10&to=2026-03-10', 'to must be after from'],
  ['from=2025-01-01&to=2026-03-10', 'from must not be more than 400 days before to'],
  ['from=yesterday', 'from must be a calendar day such as 2026-11-20'],
  ['to=2026-02-30', 'to must be a calendar day such as 2026-11-20'],
  ['from=2026-03-10T00:00:00Z', 'from must be a calendar day such as 2026-11-20'],
  ['from=2026-03-10&from=2026-03-11', 'from must be given once'],
  ['by=colour', 'by must be one of day, article_type, product, rank, rule, decline_reason, rep, model'],
  ['from=2000-01-01&to=2999-12-01', 'from must not be more than 400 days before to'],
  ['from=1999-12-31', 'from must be a calendar day such as 2026-11-20'],
  ['tests=some', 'tests must be left_out or included'],
  ['to=9999-12-31', 'to must be a calendar day such as 2026-11-20'],
])('the query %s is refused with a text that explains why', async (query, msg) => {
  const answer = await reader.send('GET', `/results?${query}`);
  expect(answer.status).toBe(422);
  expect(answer.json).toMatchObject({ detail: [expect.objectContaining({ msg })] });
});

it.each(['to=2000-01-01', 'from=2999-11-30', 'from=2999-11-01&to=2999-12-01'])(
  'the distant range %s is answered',
  async (query) => {
    expect((await reader.send('GET', `/results?${query}`)).status).toBe(200);
  },
);

describe('by product', () => {
  it('has a row for each offered product, with its title, also when the catalogue does not have it', async () => {
    await service.query(`UPDATE catalog_items SET title = 'Silver ring' WHERE brand_id = $1 AND sku = '1'`, [brand.id]);
    const offered = await offersOnCall(['1', '2', '999']);
    await shop.buy(offered, [
      { sku: '1', qty: 2, unitPrice: '80' },
      { sku: '999', unitPrice: '5' },
    ]);
    await shop.decline(offered, '2', rep);
    const { rows, rows_left_out } = await read({ by: 'product' });
    expect(rows_left_out).toBe(0);
    expect(rows).toMatchObject([
      {
        key: '1',
        label: 'Silver ring',
        calls: null,
        sold: 1,
        declined: 0,
        conversion: { converted: 1 },
        revenue: '160',
      },
      { key: '999', label: '999', sold: 1, revenue: '5' },
      { key: '2', label: '2', offers: { items: 1 }, sold: 0, declined: 1, revenue: '0' },
    ]);
  });
});

it('by rank, the rows are in the order of the list', async () => {
  const offered = await offersOnCall(['3', '1', '2']);
  await offersOnCall(['1']);
  await shop.buy(offered, [{ sku: '2', unitPrice: '40' }]);
  await shop.decline(offered, '1', rep);
  const { rows } = await read({ by: 'rank' });
  expect(rows).toMatchObject([
    { key: '1', shown: { items: 2 }, sold: 0, declined: 0, revenue: '0' },
    { key: '2', shown: { items: 1 }, declined: 1 },
    { key: '3', shown: { items: 1 }, sold: 1, conversion: { counted: 1, converted: 1, share: 1 }, revenue: '40' },
  ]);
});

it('by rule, a list counts for each rule that acted on it, and the totals count it once', async () => {
  await shop.buy(await offersOnCall(['1', '2'], { rules: ['spring', 'no gold'] }), [{ sku: '1', unitPrice: '70' }]);
  await offersOnCall(['3'], { rules: ['spring'] });
  await offersOnCall(['3']);
  const { rows, totals } = await read({ by: 'rule' });
  expect(rows.map(({ key, offers, sold, revenue }) => [key, offers.recommendations, sold, revenue])).toEqual([
    ['spring', 2, 1, '70'],
    ['no gold', 1, 1, '70'],
    [null, 1, 0, '0'],
  ]);
  expect(totals).toMatchObject({ offers: { recommendations: 3 }, sold: 1, revenue: '70' });
});

it('by decline reason, the last reason of each declined product counts, unless it was bought', async () => {
  const offered = await offersOnCall(['1', '2', '3']);
  await shop.decline(offered, '1', rep, { reason: 'Too expensive', at: new Date('2026-03-10T12:00:00Z') });
  await shop.decline(offered, '1', rep, { reason: 'Has it already', at: new Date('2026-03-10T12:01:00Z') });
  await shop.decline(offered, '1', rep, { reason: 'Withdrawn', at: new Date('2026-03-10T12:02:00Z') });
  await service.query("UPDATE offer_outcomes SET voided_at = now() WHERE brand_id = $1 AND reason = 'Withdrawn'", [
    brand.id,
  ]);
  await shop.decline(offered, '2', rep, { reason: 'Too expensive' });
  await shop.decline(offered, '3', rep, { reason: 'Too expensive' });
  await shop.buy(offered, [{ sku: '3', unitPrice: '9' }]);
  const second = await offersOnCall(['1']);
  await shop.decline(second, '1', rep);
  const { rows, totals } = await read({ by: 'decline_reason' });
  expect(rows.map(({ key, declined }) => [key, declined]).sort()).toEqual([
    [null, 1],
    ['Has it already', 1],
    ['Too expensive', 1],
  ]);
  expect(totals).toMatchObject({ declined: 3, sold: 1, revenue: '9' });
});

describe('test calls', () => {
  /** A call that the test panel or `callside simulate` placed, with a sale. */
  async function testCall(): Promise<void> {
    const call = await addCall(service, brand, rep, { startedAt: noon });
    await shop.paint([500], { at: noon, rep });
    await service.query(
      `UPDATE call_events SET is_test = true, call_id = $2 WHERE brand_id = $1 AND event = 'call-started' AND call_id IS NULL`,
      [brand.id, call.id],
    );
    await shop.buy(await shop.offer(['1'], { at: noon, shownOn: { call, rep } }), [{ sku: '1', unitPrice: '1000' }]);
  }

  it('are left out of every group with their offers, sales and times, and are counted apart', async () => {
    await testCall();
    await shop.buy(await offersOnCall(['2']), [{ sku: '2', unitPrice: '40' }]);
    for (const by of everyGroup) {
      const { tests, test_calls, totals, rows } = await read({ by });
      expect({ by, tests, test_calls }).toEqual({ by, tests: 'left_out', test_calls: 1 });
      expect({ by, ...totals }).toMatchObject({ by, calls: 1, offers: { recommendations: 1 }, sold: 1, revenue: '40' });
      expect(totals.time_to_screen?.events).toBe(0);
      expect(rows.every(({ revenue }) => Number(revenue) <= 40)).toBe(true);
    }
  });

  it('count like all others when they are included', async () => {
    await testCall();
    const { tests, test_calls, totals } = await read({ tests: 'included' });
    expect({ tests, test_calls }).toEqual({ tests: 'included', test_calls: 1 });
    expect(totals).toMatchObject({ calls: 1, offers: { recommendations: 1 }, sold: 1, revenue: '1000' });
    expect(totals.time_to_screen?.p50_ms).toBe(500);
  });
});
