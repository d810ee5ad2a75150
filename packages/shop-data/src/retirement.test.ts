import type { Query } from '@callside/database';
import { Retirement } from './retirement.ts';

/** A catalogue in memory, and a retirement of its products. */
function createRetirement(offered: readonly string[], isComplete = false) {
  const left = new Set(offered);
  const query = (async (text: string, [, given]: readonly unknown[]) => {
    if (text.trimStart().startsWith('SELECT'))
      return [...left].filter((sku) => sku > String(given)).map((sku) => ({ sku }));
    return (given as string[]).filter((sku) => left.delete(sku)).map((sku) => ({ sku }));
  }) as Query;
  return { left, retirement: new Retirement(query, 'brand', { isComplete }) };
}

describe('an export', () => {
  it('retires the products that it says are not offered any more, and counts those that were', async () => {
    const { left, retirement } = createRetirement(['A', 'B', 'C']);
    for (const sku of ['A', ' B ', 'unknown', '']) retirement.withdraw(sku);
    expect(await retirement.end()).toBe(2);
    expect([...left]).toEqual(['C']);
  });

  it('keeps a product that another row of its SKU offers, before or after, also one that is rejected', async () => {
    const { left, retirement } = createRetirement(['A', 'B', 'C']);
    retirement.keep('A');
    for (const sku of ['A', 'B', 'C']) retirement.withdraw(sku);
    retirement.keep('B');
    retirement.keepRejected({ sku: 'C', web_price: '1,250' });
    expect(await retirement.end()).toBe(0);
    expect([...left]).toEqual(['A', 'B', 'C']);
  });

  it('retires nothing, and counts nothing, without such a product', async () => {
    const { left, retirement } = createRetirement(['A']);
    retirement.keep('B');
    expect(await retirement.end()).toBeUndefined();
    expect([...left]).toEqual(['A']);
  });

  it('retires many products', async () => {
    const skus = Array.from({ length: 4500 }, (_, at) => `S${at}`);
    const { retirement } = createRetirement(skus);
    for (const sku of skus) retirement.withdraw(sku);
    expect(await retirement.end()).toBe(4500);
  });
});

describe('a complete file', () => {
  it('retires what is missing beside a row of totals, which has no SKU and no type', async () => {
    for (const record of [{ title: 'Total', web_price: '99' }, { web_price: '99' }, { sku: ' ', title: 'Sum' }]) {
      const { left, retirement } = createRetirement(['A', 'B'], true);
      retirement.keep('A');
      retirement.keepRejected(record);
      expect(await retirement.end()).toBe(1);
      expect([...left]).toEqual(['A']);
    }
  });

  it('retires nothing that is missing when a row may be any product', async () => {
    const product = { title: 'Ring', article_type: 'ring', web_price: '5' };
    for (const record of [undefined, product, { ...product, sku: '' }, { sku: '\uFFFD' }, { sku: 1.5 }]) {
      const { left, retirement } = createRetirement(['A', 'B', 'C'], true);
      retirement.keep('A');
      retirement.withdraw('C');
      retirement.keepRejected(record);
      expect(await retirement.end()).toBe(1);
      expect([...left]).toEqual(['A', 'B']);
    }
  });
});
