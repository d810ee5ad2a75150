import { until } from '@callside/test-kit';
import { aPhone, purchase, recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addCustomer } from '../../test/support/shop.ts';

const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({
    prepare: async (query, brand) => {
      const soldIn = { '312': '601', '212': '602' };
      for (const [area, sku] of Object.entries(soldIn)) {
        for (let buyer = 0; buyer < 12; buyer += 1) {
          const phone = `${area}55501${String(buyer).padStart(2, '0')}`;
          await addCustomer(query, brand, { phone, lines: [{ sku, date: yesterday }] });
        }
      }
    },
  });
});
afterAll(() => service.close());

const rings = ['101', '102', '103'];
const sized = [...rings, '201', '202', '301'];
const offered = async (body: Record<string, unknown>) => skusOf(await recommend(service, { num_items: 10, ...body }));
const sizedIn = (skus: readonly string[]) => skus.filter((sku) => sized.includes(sku)).sort();

describe('POST /recommend refuses', () => {
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, number) => [`field${number}`, 'x']));
  test.each([
    ['a context of nine members', { context: nine }, ['context']],
    ['a context that is a list', { context: ['x'] }, ['context']],
    ['a context that is a text', { context: 'queue' }, ['context']],
    ['a value of the context that is a number', { context: { queue: 1 } }, ['context', 'queue']],
    ['a value of the context that is null', { context: { queue: null } }, ['context', 'queue']],
    ['a value of 121 characters', { context: { queue: 'x'.repeat(121) } }, ['context', 'queue']],
    ['a name of 41 characters', { context: { ['x'.repeat(41)]: 'x' } }, ['context', 'x'.repeat(41)]],
    ['an empty name', { context: { '': 'x' } }, ['context', '']],
    ['sizes that are a text', { known_sizes: '7' }, ['known_sizes']],
    ['a size that is a list', { known_sizes: { ring: [7] } }, ['known_sizes', 'ring']],
  ])('%s', async (_what, fields, loc) => {
    const answer = await service.post('/recommend', { phone: aPhone, ...fields });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', ...loc] }] } });
    expect(Object(answer.json).detail).toHaveLength(1);
  });
});

test.each([
  { context: null, known_sizes: null },
  { context: {}, known_sizes: {} },
  { context: Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}`.padEnd(40, 'x'), 'x'.repeat(120)])) },
  { known_sizes: { ring: null, bracelet: '' } },
])('%j opens no size', async (fields) => {
  expect(sizedIn(await offered(fields))).toEqual([]);
});

test.each([
  [{ ring: '7' }, ['101', '103']],
  [{ ring: 7 }, ['101', '103']],
  [{ Rings: 'Size 7' }, ['101', '103']],
  [{ ring: 'size-7' }, ['101', '103']],
  [{ ring: ' SIZE: 8 ' }, ['102']],
  [{ ring: '7', bracelet: '6,5' }, ['101', '103', '201']],
  [{ ring: '9' }, []],
  [{ ring: 'M' }, []],
  [{ pendant: '7' }, []],
])('the sizes %j open the sized products %j, and the next request without them opens none', async (said, opened) => {
  expect(sizedIn(await offered({ known_sizes: said }))).toEqual(opened);
  expect(sizedIn(await offered({}))).toEqual([]);
});

describe('the next question', () => {
  const ask = (type: string, opens: number) => ({
    article_type: type,
    opens,
    text: `Ask the ${type} size: opens ${opens} ${opens === 1 ? 'offer' : 'offers'}`,
  });

  test.each([
    ['is about the type with most products in stock', {}, ask('ring', 3)],
    ['counts what is sold out when stock is not checked', { check_stock: false }, ask('ring', 4)],
    ['is about another type when the size is known', { known_sizes: { ring: '12' } }, ask('bracelet', 2)],
    ['says one offer', { known_sizes: { ring: '7', bracelet: '7' } }, ask('bangle', 1)],
    ['is null when every size is known', { known_sizes: { ring: '7', bracelet: '7', bangle: '2.6' } }, null],
    ['is not about a type that the history opens', { customer_order_history: [{ sku: '101' }] }, ask('bracelet', 2)],
    ['is not about a type that an anchor opens', { purchased_skus: ['102'] }, ask('bracelet', 2)],
  ])('%s', async (_what, body, question) => {
    expect((await recommend(service, body)).next_question).toEqual(question);
  });
});

test('context and sizes are stored with the recommendation', async () => {
  const context = { queue: 'retention', 'ca"mpaign': "o'clock\u0000" };
  const { recommendation_id } = await recommend(service, { context, known_sizes: { Rings: 7 } });
  const [row] = await service.query('SELECT context, known_sizes FROM recommendations WHERE id = $1', [
    recommendation_id,
  ]);
  expect(row).toEqual({ context: { queue: 'retention', 'ca"mpaign': "o'clock\ufffd" }, known_sizes: { ring: 7 } });
});

describe('a caller without history is offered first', () => {
  test.each([
    ['3125550177', '601'],
    ['2125550177', '602'],
  ])('what the area code of %s buys', async (phone, sku) => {
    const answer = await recommend(service, { phone, num_items: 3 });
    expect(answer).toMatchObject({ customer_found: false, fallback: true });
    expect(answer.recommendation).toMatchObject({ sku, reasons: expect.arrayContaining(['popular_here']) });
    const others = answer.recommendations.slice(1).flatMap(({ reasons }) => reasons);
    expect(others).not.toContain('popular_here');
  });

  test('what is popular with a number of another area, and without a number', async () => {
    for (const phone of ['6065550177', '0000000000']) {
      const { recommendations } = await recommend(service, { phone, num_items: 3 });
      expect(recommendations.flatMap(({ reasons }) => reasons)).not.toContain('popular_here');
    }
  });

  test('what sold in the same context, once the sales have been read', async () => {
    const sell = async (queue: string, sku: string) => {
      const { recommendation_id } = await recommend(service, { phone: '0000000000', context: { queue } });
      await purchase(service, { phone: '0000000000', recommendation_id, purchased_skus: [sku] });
    };
    for (let sale = 0; sale < 12; sale += 1) {
      await sell('retention', '501');
      await sell('welcome', '502');
    }
    await service.query('UPDATE data_versions SET orders = orders + 1', []);
    for (const [queue, best, other] of [
      ['Retention ', '501', '502'],
      ['welcome', '502', '501'],
    ] as const) {
      await until('the sales are read', async () => {
        const answer = await recommend(service, { phone: '0000000000', context: { queue }, num_items: 10 });
        const isHere = answer.recommendations.filter(({ reasons }) => reasons.includes('popular_here'));
        const skus = skusOf(answer);
        return isHere.map(({ sku }) => sku).join() === best && skus.indexOf(best) < skus.indexOf(other);
      });
    }
  });

  test('with an anchor, the model ranks as ever', async () => {
    const answer = await recommend(service, { phone: '3125550177', purchased_skus: ['401'], num_items: 10 });
    expect(answer.fallback).toBe(false);
    expect(answer.recommendations.flatMap(({ reasons }) => reasons)).not.toContain('popular_here');
  });
});
