import { recommend, skusOf } from '../support/answers.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';
import { addCustomer, type Product } from '../support/shop.ts';

// A shop in Great Britain: SKUs of letters and digits, sizes that are texts, national phone numbers.

const longSku = `LONG-${'x'.repeat(59)}`;
const catalogue: readonly Product[] = [
  { sku: 'TEE-M', title: 'T-shirt', type: 'T-shirt', size: 'M' },
  { sku: 'TEE-L', title: 'T-shirt', type: 'T-shirt', size: 'L' },
  { sku: 'TEE-8', title: 'T-shirt', type: 'T-shirt', size: '7.5' },
  { sku: 'MUG_1', title: 'Mug', type: 'Mug' },
  { sku: '12E5', title: 'Plate', type: 'Plate' },
  { sku: '1200000', title: 'Bowl', type: 'Bowl' },
  { sku: '99999999999999999999', title: 'Spoon', type: 'Spoon' },
  { sku: longSku, title: 'Scarf', type: 'Scarf' },
];

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({
    catalogue,
    environment: { SIZED_ARTICLE_TYPES: ['T-shirt'] },
    prepare: async (query, brand) => {
      await query(`UPDATE brands SET country = 'GB' WHERE id = $1`, [brand.id]);
      await addCustomer(query, brand, { phone: '+442079460958', lines: [{ sku: 'TEE-M', date: '2026-01-05' }] });
      await addCustomer(query, brand, { phone: '4155550100', lines: [{ sku: 'TEE-8', date: '2026-01-05' }] });
    },
  });
});

afterAll(() => service.close());

test.each(['020 7946 0958', '+44 20 7946 0958', '02079460958'])('a customer is found by %s', async (phone) => {
  const answer = await recommend(service, { phone, num_items: 10 });
  expect(answer).toMatchObject({ customer_found: true, history_size: 1, normalized_phone: '+442079460958' });
  const shirts = answer.recommendations.filter(({ article_type }) => article_type === 'T-shirt');
  expect(shirts.map(({ sku, size }) => [sku, size])).toEqual([['TEE-M', 'M']]);
});

test('a US number is written as ten digits, and a size that is a number stays one', async () => {
  const answer = await recommend(service, { phone: '(415) 555-0100', num_items: 10 });
  expect(answer).toMatchObject({ customer_found: true, normalized_phone: '4155550100' });
  const shirts = answer.recommendations.filter(({ article_type }) => article_type === 'T-shirt');
  expect(shirts.map(({ sku, size }) => [sku, size])).toEqual([['TEE-8', 7.5]]);
});

test('0000000000 means that there is no number, in every country', async () => {
  expect(await recommend(service, { phone: '0000000000' })).toMatchObject({
    customer_found: false,
    normalized_phone: '0000000000',
  });
});

test('an invalid phone number is refused, and the answer says what is expected', async () => {
  const { status, json } = await service.post('/recommend', { phone: '020 79' });
  expect(status).toBe(422);
  expect(JSON.stringify(json)).toContain("a number that is valid in the brand's country (GB)");
});

test('SKUs of digits are numbers in the answer where a number is exact, and texts otherwise', async () => {
  const anchors = ['MUG_1', '1200000', '12E5', '99999999999999999999', longSku, 'mug_1', '01200000', 'TEE'];
  const { resolved_purchased, recommendations } = await recommend(service, {
    phone: '0000000000',
    purchased_skus: anchors,
    num_items: 10,
  });
  expect(resolved_purchased).toEqual(['MUG_1', 1_200_000, '12E5', '99999999999999999999', longSku]);
  expect(recommendations.filter(({ sku }) => anchors.includes(sku))).toEqual([]);
});

test('a purchase of an offer counts, for a national number and a SKU of letters', async () => {
  const offer = await recommend(service, { phone: '020 7946 0958', num_items: 10 });
  expect(skusOf(offer)).toContain('MUG_1');
  const line = { sku: 'MUG_1', qty: 2, unit_price: 4.5, order_line_id: 'GB-1' };
  const { recommendation_id } = offer;
  const sold = await service.post('/purchase', { phone: '02079460958', recommendation_id, purchased_lines: [line] });
  expect(sold.json).toMatchObject({ matched_skus: ['MUG_1'], converted: true, recorded: true, matched_revenue: 9 });
  const again = await service.post('/purchase', {
    phone: '+442079460958',
    recommendation_id,
    purchased_lines: [line],
  });
  expect(again.json).toMatchObject({ matched_skus: ['MUG_1'], recorded: false, conflicts: [] });
});
