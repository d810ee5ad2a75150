import type { PurchaseResponse, RecommendResponse } from '@callside/schemas';
import { RecommenderClient } from '../../src/index.ts';
import { type ScriptedServer, startScriptedServer, type Turn } from '../support/scripted-server.ts';

const recommendation_id = '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10';
const offers: RecommendResponse = {
  recommendation_id,
  recommendations: [],
  recommendation: null,
  resolved_purchased: [],
  history_size: 0,
  customer_found: false,
  normalized_phone: '4155552671',
  fallback: true,
  feature_schema_hash: 'f',
  artifact_version: 'none',
  catalog_version: 'c',
};
const sale: PurchaseResponse = {
  purchase_id: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e11',
  recommendation_id,
  matched_skus: ['1'],
  converted: true,
  recorded: true,
  matched_revenue: 10,
};
const question = { phone: '(415) 555-2671', num_items: 3 };
const confirmation = { phone: question.phone, recommendation_id };
const line = { sku: '1', qty: 1, unit_price: 10 };

let server: ScriptedServer;
let waits: number[];

async function clientOf(turns: readonly Turn[]): Promise<RecommenderClient> {
  server = await startScriptedServer(turns);
  waits = [];
  return new RecommenderClient({
    baseUrl: server.baseUrl,
    apiKey: `cs_live_${'0f'.repeat(20)}`,
    wait: async (ms) => {
      waits.push(ms);
    },
  });
}
afterEach(() => server.close());

test('the client requests offers and confirms a purchase', async () => {
  const client = await clientOf([
    { status: 200, body: offers },
    { status: 200, body: sale },
  ]);
  expect(await client.recommend(question)).toEqual(offers);
  const purchase = { ...confirmation, purchased_lines: [{ ...line, order_line_id: 'o1-1' }] };
  expect(await client.purchase(purchase)).toEqual(sale);
  expect(server.heard.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/recommend', question],
    ['/purchase', purchase],
  ]);
});

test('the client retries requests for offers like the dialler client', async () => {
  const client = await clientOf(['reset', { status: 503 }, { status: 200, body: offers }]);
  expect(await client.recommend(question)).toEqual(offers);
  expect(waits).toEqual([1_000, 4_000]);
});

test.each([401, 404, 422])('the client does not retry when the answer is %d', async (status) => {
  const client = await clientOf([{ status, body: { detail: 'No' } }]);
  await expect(client.purchase(confirmation)).rejects.toMatchObject({ status, detail: 'No', attempts: 1 });
});

describe('a confirmation that may have arrived', () => {
  test.each([
    ['every line has its id', { purchased_lines: [{ ...line, order_line_id: 'o1-1' }] }],
    ['it is of SKUs alone', { purchased_skus: ['1'] }],
  ])('is sent again when %s', async (_what, bought) => {
    const client = await clientOf(['reset', { status: 200, body: sale }]);
    expect(await client.purchase({ ...confirmation, ...bought })).toEqual(sale);
    expect(waits).toEqual([1_000]);
  });

  test('is not sent again when a line has no id, because it would count as a second purchase', async () => {
    const client = await clientOf(['reset', { status: 200, body: sale }]);
    const purchase = { ...confirmation, purchased_lines: [line, { ...line, order_line_id: 'o1-2' }] };
    await expect(client.purchase(purchase)).rejects.toMatchObject({ status: null, attempts: 1 });
    expect(server.heard).toHaveLength(1);
  });

  test('is sent again without an id when the service answers that it failed', async () => {
    const client = await clientOf([{ status: 500 }, { status: 200, body: sale }]);
    expect(await client.purchase({ ...confirmation, purchased_lines: [line] })).toEqual(sale);
    expect(waits).toEqual([1_000]);
  });
});
