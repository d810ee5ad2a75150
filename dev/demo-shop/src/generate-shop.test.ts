import { generateShop } from './generate-shop.ts';
import type { OrderLine, Product } from './shop.ts';

const today = 20_500;
const shop = generateShop({ seed: 7, today, products: 1500, customers: 4000 });
const lines = [...shop.orderLines()];
const productBySku = new Map(shop.products.map((product) => [product.sku, product]));
const byCustomer = groupBy(lines, ({ phone }) => phone);

function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value)) ?? [];
    group.push(value);
    groups.set(keyOf(value), group);
  }
  return groups;
}

function productsOf(customerLines: readonly OrderLine[]): Product[] {
  return customerLines.flatMap(({ sku }) => productBySku.get(sku) ?? []);
}

/** Resellers buy for others, in large quantities. */
function isReseller(customerLines: readonly OrderLine[]): boolean {
  return customerLines.reduce((sum, { qty }) => sum + qty, 0) / customerLines.length > 3;
}

describe('generateShop', () => {
  it('gives the same shop for the same options, and another one for another seed', () => {
    const options = { seed: 7, today, products: 300, customers: 200 };
    const take = (seed: number) => {
      const { products, stock, orderLines } = generateShop({ ...options, seed });
      return JSON.stringify([products, stock, [...orderLines()]]);
    };
    expect(take(7)).toBe(take(7));
    expect(take(8)).not.toBe(take(7));
  });

  it('generates the same orders at each reading', () => {
    expect(JSON.stringify([...shop.orderLines()])).toBe(JSON.stringify(lines));
  });

  it('lists the requested number of products, each with a different SKU', () => {
    expect(shop.products).toHaveLength(1500);
    expect(productBySku.size).toBe(1500);
    expect(shop.products.every(({ sku, webPrice, title }) => /^\d+$/.test(sku) && webPrice > 0 && title !== '')).toBe(
      true,
    );
  });

  it('generates titles that several products share', () => {
    expect(new Set(shop.products.map(({ title }) => title)).size).toBeLessThan(1450);
  });

  it('sizes rings, bracelets and bangles only', () => {
    const sized = new Set(shop.products.filter(({ size }) => size !== null).map(({ articleType }) => articleType));
    expect([...sized].sort()).toEqual(['bangle', 'bracelet', 'ring']);
  });

  it('has stock levels for every product, about an eighth of them sold out', () => {
    expect(shop.stock.map(({ sku }) => sku)).toEqual(shop.products.map(({ sku }) => sku));
    const share = shop.stock.filter(({ onHand }) => onHand === 0).length / shop.stock.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.16);
  });

  it('has orders in the 30 months that end yesterday', () => {
    const days = lines.map(({ day }) => day);
    expect(Math.max(...days)).toBe(today - 1);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(today - 913);
  });

  it('never writes two lines of one customer, day, product and order', () => {
    const keys = lines.map(({ phone, customerId, day, sku, orderId }) => [phone, customerId, day, sku, orderId].join());
    expect(new Set(keys).size).toBe(lines.length);
  });

  it('identifies each customer by a unique number of 10 digits', () => {
    const names = new Map(lines.map(({ phone, customerName }) => [phone, customerName]));
    expect(byCustomer.size).toBe(4000);
    expect(
      lines.every(({ phone, customerName }) => /^[2-9]\d{9}$/.test(phone) && names.get(phone) === customerName),
    ).toBe(true);
  });

  it('sells to most customers once or twice and to a few very often', () => {
    const orders = [...byCustomer.values()].map((own) => new Set(own.map(({ orderId }) => orderId)).size);
    expect(orders.filter((count) => count <= 2).length / orders.length).toBeGreaterThan(0.7);
    expect(orders.filter((count) => count >= 8).length / orders.length).toBeGreaterThan(0.005);
  });

  it('sells each customer but resellers one size of a ring, a bracelet and a bangle', () => {
    let sized = 0;
    for (const own of [...byCustomer.values()].filter((each) => !isReseller(each))) {
      for (const [, bought] of groupBy(productsOf(own), ({ articleType }) => articleType)) {
        const sizes = new Set(bought.flatMap(({ size }) => size ?? []));
        expect(sizes.size).toBeLessThanOrEqual(1);
        sized += bought.length > 1 ? sizes.size : 0;
      }
    }
    expect(sized).toBeGreaterThan(50);
  });

  it('sells pieces of one collection together far more often than by chance', () => {
    const collections = productsOf(lines).flatMap(({ collection }) => collection || []);
    const shares = [...groupBy(collections, (name) => name).values()].map((all) => all.length / collections.length);
    const byChance = shares.reduce((sum, share) => sum + share * share, 0);
    let pairs = 0;
    let same = 0;
    for (const own of byCustomer.values()) {
      const [first, ...others] = productsOf(own).filter(({ collection }) => collection !== '');
      for (const other of others) {
        pairs += 1;
        same += other.collection === first?.collection ? 1 : 0;
      }
    }
    expect(same / pairs).toBeGreaterThan(3 * byChance);
  });

  it('sells some things to the same customer again, care articles above all', () => {
    const isRepeat = (own: readonly OrderLine[]) =>
      own.map(({ sku }, at) => own.findIndex((line) => line.sku === sku) < at);
    const of = (type: string) => {
      const marks = [...byCustomer.values()].flatMap((own) => {
        const repeats = isRepeat(own);
        return own.flatMap(({ sku }, at) => (productBySku.get(sku)?.articleType === type ? [repeats[at]] : []));
      });
      return marks.filter((mark) => mark).length / marks.length;
    };
    expect(of('care')).toBeGreaterThan(2 * of('necklace'));
  });

  it('sells more in December than in August', () => {
    const ofMonth = (month: number) =>
      lines.filter(({ day }) => new Date(day * 86_400_000).getUTCMonth() + 1 === month).length;
    expect(ofMonth(12)).toBeGreaterThan(1.3 * ofMonth(8));
  });

  it('has sold products that the catalogue no longer contains', () => {
    const gone = lines.filter(({ sku }) => !productBySku.has(sku)).length / lines.length;
    expect(gone).toBeGreaterThan(0.005);
    expect(gone).toBeLessThan(0.15);
  });
});

describe('the demo caller', () => {
  const large = generateShop({ seed: 1, today, customers: 60 });
  const own = [...large.orderLines()].filter(({ phone }) => phone === '4155552671');
  const bySku = new Map(large.products.map((product) => [product.sku, product]));
  const products = own.flatMap(({ sku }) => bySku.get(sku) ?? []);

  it('is a customer of that number', () => {
    expect(large.demoCaller).toEqual({ phone: '4155552671', customerId: '0042' });
    expect(new Set(own.map(({ customerId }) => customerId))).toEqual(new Set(['0042']));
  });

  it('has bought a ring in a size and most of a set, and the pendant of the set can be offered', () => {
    expect(products).toHaveLength(6);
    const ring = products.find(({ articleType }) => articleType === 'ring');
    expect(ring).toMatchObject({ size: 7 });
    const ofSet = products.filter(({ collection }) => collection === ring?.collection);
    expect(ofSet.map(({ articleType }) => articleType).sort()).toEqual(['earrings', 'necklace', 'ring']);
    const pendant = large.products.find(
      ({ articleType, collection, metal }) =>
        articleType === 'pendant' && collection === ring?.collection && metal === ring.metal,
    );
    expect(large.stock.find(({ sku }) => sku === pendant?.sku)?.onHand).toBeGreaterThan(0);
  });

  it('buys the same care article again', () => {
    expect(products.filter(({ articleType }) => articleType === 'care')).toHaveLength(2);
  });
});
