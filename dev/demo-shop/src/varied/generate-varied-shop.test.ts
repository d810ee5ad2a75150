import { RandomSource } from '../random-source.ts';
import { generateVariedShop } from './generate-varied-shop.ts';
import { drawShopKind, type ShopKind, shopKinds } from './shop-kind.ts';

const today = 20_454;
const small = (kind: ShopKind) => ({ ...kind, products: 400, customers: 300 });
const linesOf = (kind: ShopKind, seed = 1) => [...generateVariedShop(small(kind), { seed, today }).orderLines()];

test('the same kind and seed give the same shop at each call, and another seed gives another shop', () => {
  const shop = generateVariedShop(small(shopKinds.fashion), { seed: 1, today });
  expect([...shop.orderLines()]).toEqual([...shop.orderLines()]);
  expect(generateVariedShop(small(shopKinds.fashion), { seed: 1, today }).products).toEqual(shop.products);
  expect(linesOf(shopKinds.fashion, 2)).not.toEqual(linesOf(shopKinds.fashion));
});

test.each(Object.entries(shopKinds))('%s: orders are in the past, by day, of products that the shop has', (_, kind) => {
  const shop = generateVariedShop(small(kind), { seed: 1, today });
  const skus = new Set(shop.products.map(({ sku }) => sku));
  const latest = new Map<string, number>();
  const wrong = [...shop.orderLines()].filter(({ customerId, sku, day }) => {
    const isWrong = !skus.has(sku) || day >= today || day < (latest.get(customerId) ?? today - 720);
    latest.set(customerId, day);
    return isWrong;
  });
  expect(wrong).toEqual([]);
  expect(latest.size).toBeGreaterThan(0);
});

test('customers of a grocery repeat purchases more often than those of a fashion shop', () => {
  const repeats = (kind: ShopKind) => {
    const lines = linesOf(kind);
    const first = new Map<string, number>();
    for (const { customerId, sku, day } of lines) {
      const key = `${customerId} ${sku}`;
      first.set(key, first.get(key) ?? day);
    }
    return (
      lines.filter(({ customerId, sku, day }) => (first.get(`${customerId} ${sku}`) ?? day) < day).length / lines.length
    );
  };
  expect(repeats(shopKinds.grocery)).toBeGreaterThan(2 * repeats(shopKinds.fashion));
});

test('drawn kinds have shares from 0 to 1 and about the same number of order lines', () => {
  const random = new RandomSource(5);
  for (let draw = 0; draw < 200; draw += 1) {
    const kind = drawShopKind(random);
    for (const name of ['launched', 'soonAgain', 'repeats', 'together', 'afterwards', 'loyal', 'whims'] as const) {
      expect(kind[name]).toBeGreaterThanOrEqual(0);
      expect(kind[name]).toBeLessThanOrEqual(1);
    }
    expect(kind.customers * kind.orders * kind.lines).toBeGreaterThan(40_000);
    expect(kind.customers * kind.orders * kind.lines).toBeLessThan(50_000);
  }
});
