import { randomUUID } from 'node:crypto';
import { purchase, recommend, voidPurchase } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let recommendation_id: string;

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
beforeEach(async () => {
  recommendation_id = (await recommend(service, { num_items: 10, customer_order_history: [] })).recommendation_id;
});
afterAll(() => service.close());

const newId = () => `line-${randomUUID()}`;
const confirm = (body: object) => purchase(service, { recommendation_id, ...body });
const sell = (sku: string, unit_price: number, order_line_id = newId()) =>
  confirm({ purchased_lines: [{ sku, unit_price, order_line_id }] });

/** What the results add up. */
async function counted(): Promise<{ skus: string[]; revenue: number }> {
  const [row] = await service.query<{ skus: string[]; revenue: number }>(
    `SELECT coalesce(array_agg(DISTINCT sku) FILTER (WHERE sku IS NOT NULL), '{}') AS skus,
            (SELECT coalesce(sum(attributed_revenue), 0)::float8 FROM purchases
              WHERE recommendation_id = $1 AND voided_at IS NULL) AS revenue
       FROM purchases LEFT JOIN unnest(matched_skus) AS sku ON true
      WHERE recommendation_id = $1 AND voided_at IS NULL`,
    [recommendation_id],
  );
  return row ?? { skus: [], revenue: 0 };
}

test('a void answers what counts no more, keeps it on file with who and why, and changes nothing a second time', async () => {
  const { purchase_id } = await confirm({
    purchased_lines: [
      { sku: '401', qty: 2, unit_price: 50, order_line_id: newId() },
      { sku: '999', unit_price: 5, order_line_id: newId() },
    ],
  });
  const answer = await voidPurchase(service, purchase_id, { by: 'dana', reason: 'wrong quantity', more: 1 });
  expect(answer).toEqual({
    ...{ purchase_id, recommendation_id, recorded: true, voided_at: expect.any(String) },
    ...{ purchased_skus: ['401', '999'], matched_skus: ['401'], matched_revenue: 100 },
  });
  expect(await voidPurchase(service, purchase_id, { by: 'someone else' })).toEqual({ ...answer, recorded: false });
  expect(await counted()).toEqual({ skus: [], revenue: 0 });
  const [kept] = await service.query(
    `SELECT p.voided_at, p.voided_by, p.void_reason, p.attributed_revenue::float8, count(l.id)::int AS lines
       FROM purchases p JOIN purchase_lines l ON l.purchase_id = p.id WHERE p.id = $1 GROUP BY p.id`,
    [purchase_id],
  );
  expect(kept).toEqual({
    ...{ voided_at: new Date(answer.voided_at), voided_by: 'dana', void_reason: 'wrong quantity' },
    ...{ attributed_revenue: 100, lines: 2 },
  });
});

test('a confirmation that is sent again after the void records nothing, and a correction with a new line id counts', async () => {
  const order_line_id = newId();
  const { purchase_id } = await sell('401', 10, order_line_id);
  await voidPurchase(service, purchase_id);
  expect(await sell('401', 10, order_line_id)).toMatchObject({
    ...{ purchase_id, recorded: false, converted: false, matched_skus: [], matched_revenue: null },
    conflicts: [{ order_line_id, reason: 'voided' }],
  });
  expect(await counted()).toEqual({ skus: [], revenue: 0 });
  expect(await sell('401', 7)).toMatchObject({ recorded: true, converted: true, matched_revenue: 7, conflicts: [] });
  expect(await counted()).toEqual({ skus: ['401'], revenue: 7 });
});

test('what another purchase of the recommendation confirmed stays sold, at the list price that the void line had replaced', async () => {
  await confirm({ purchased_skus: ['401'] });
  const { revenue } = await counted();
  const { purchase_id } = await sell('401', 1);
  expect(await counted()).toEqual({ skus: ['401'], revenue: 1 });
  await voidPurchase(service, purchase_id);
  expect(await counted()).toEqual({ skus: ['401'], revenue });
});

test('of many voids and confirmations at once on two servers, each void acts once', async () => {
  const sales = await Promise.all([1, 2, 3, 4].map((price) => sell('401', price)));
  const answers = await Promise.all([
    ...sales.flatMap(({ purchase_id }) => [1, 2].map(() => voidPurchase(service, purchase_id))),
    sell('501', 8).then(() => null),
  ]);
  expect(answers.filter((answer) => answer?.recorded)).toHaveLength(sales.length);
  expect(await counted()).toEqual({ skus: ['501'], revenue: 8 });
});

test.each([
  ['an unknown purchase', randomUUID(), '', 404],
  ['a malformed id', 'no-uuid', '', 404],
  ['an id with a slash', 'a%2Fb', '{}', 404],
  ['a body that is not JSON', randomUUID(), '{', 422],
  ['a body that is no object', randomUUID(), '7', 422],
  ['a reason that is no text', randomUUID(), '{"reason":7}', 422],
  ['a reason of 501 characters', randomUUID(), JSON.stringify({ reason: 'x'.repeat(501) }), 422],
])('%s is refused', async (_what, id, body, status) => {
  expect((await service.post(`/purchase/${id}/void`, body)).status).toBe(status);
});

test('the purchase of another brand does not exist here, and a request without the key is refused', async () => {
  const { purchase_id } = await sell('401', 10);
  expect((await service.post(`/purchase/${purchase_id}/void`, '', { 'x-api-key': 'wrong' })).status).toBe(401);
  await service.query('UPDATE purchases SET brand_id = gen_random_uuid() WHERE id = $1', [purchase_id]);
  expect((await service.post(`/purchase/${purchase_id}/void`, '')).status).toBe(404);
});
