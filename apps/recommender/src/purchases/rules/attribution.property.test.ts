import fc from 'fast-check';
import { matchedSkus, type OfferedItem, type PurchasedLine, purchasedSkus, revenueOf } from './attribution.ts';

/** A decimal with at most this many places: as a double, and in units of the last place. */
const decimal = (places: number, most: number) =>
  fc.integer({ min: 0, max: most }).map((units) => ({ units: BigInt(units), value: units / 10 ** places }));

const skus = ['1', '2', '3', '4', '5', '6'];
const sku = fc.constantFrom(...skus);
const offered = fc.uniqueArray(fc.record({ sku, price: decimal(2, 100_000) }), { selector: (one) => one.sku });
const lines = fc.array(
  fc.record({
    sku,
    qty: decimal(3, 50_000).filter(({ units }) => units > 0n),
    unitPrice: fc.option(decimal(2, 10_000_000)),
    discountAmt: fc.option(decimal(2, 1_000_000)),
  }),
  { maxLength: 12 },
);
const bought = fc.array(sku, { maxLength: 6 });

type ExactLines = typeof lines extends fc.Arbitrary<infer Value> ? Value : never;

function toLines(exact: ExactLines): PurchasedLine[] {
  return exact.map(({ sku, qty, unitPrice, discountAmt }) => ({
    sku,
    qty: qty.value,
    unitPrice: unitPrice?.value ?? null,
    discountAmt: discountAmt?.value ?? null,
  }));
}

function toOffers(exact: { sku: string; price: { value: number } }[]): OfferedItem[] {
  return exact.map(({ sku, price }) => ({ sku, webPrice: price.value }));
}

/** The revenue of a first confirmation, and its matches. */
function worthOf(offers: OfferedItem[], skus: string[], lines: PurchasedLine[]) {
  const matched = matchedSkus(offers, purchasedSkus({ skus, lines }));
  const withLines = new Set(lines.map((line) => line.sku));
  const withoutLine = matched.filter((one) => !withLines.has(one));
  return { matchedSkus: matched, ...revenueOf(offers, lines, withoutLine) };
}

/** Decimal text in units of 10^-5. */
function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  const amount = BigInt(whole) * 100_000n + BigInt(fraction.padEnd(5, '0'));
  return sign === '-' ? -amount : amount;
}

test('matched revenue equals the sum in whole numbers of the smallest unit', () => {
  fc.assert(
    fc.property(offered, bought, lines, (offers, skus, exact) => {
      const isOffered = new Set(offers.map((one) => one.sku));
      const charged = exact.filter((line) => isOffered.has(line.sku) && line.unitPrice !== null);
      const expected = charged.reduce(
        (sum, { qty, unitPrice, discountAmt }) =>
          sum + qty.units * (unitPrice?.units ?? 0n) - (discountAmt?.units ?? 0n) * 1000n,
        0n,
      );
      const { matchedRevenue } = worthOf(toOffers(offers), skus, toLines(exact));
      if (charged.length === 0) expect(matchedRevenue).toBeNull();
      else expect(units(String(matchedRevenue))).toBe(expected);
    }),
  );
});

test('attributed revenue is the matched revenue plus the list prices of lines without a price, exact to the last unit', () => {
  fc.assert(
    fc.property(offered, bought, lines, (offers, skus, exact) => {
      const prices = new Map(offers.map(({ sku, price }) => [sku, price.units]));
      const withLines = new Set(exact.map((line) => line.sku));
      const uncharged = exact.filter((line) => line.unitPrice === null);
      const listed =
        uncharged.reduce((sum, { sku, qty }) => sum + qty.units * (prices.get(sku) ?? 0n), 0n) +
        [...new Set(skus)]
          .filter((one) => !withLines.has(one))
          .reduce((sum, one) => sum + 1000n * (prices.get(one) ?? 0n), 0n);
      const { matchedRevenue, attributedRevenue } = worthOf(toOffers(offers), skus, toLines(exact));
      expect(units(attributedRevenue)).toBe(units(matchedRevenue ?? '0') + listed);
    }),
  );
});

test('prices and quantities never change which SKUs match', () => {
  fc.assert(
    fc.property(offered, bought, lines, (offers, skus, exact) => {
      const bare = toLines(exact).map((line) => ({ ...line, qty: 1, unitPrice: null, discountAmt: null }));
      const { matchedSkus } = worthOf(toOffers(offers), skus, toLines(exact));
      expect(worthOf(toOffers(offers), skus, bare)).toMatchObject({ matchedSkus });
    }),
  );
});

test('every match was offered and bought, and occurs once', () => {
  fc.assert(
    fc.property(offered, bought, lines, (offers, skus, exact) => {
      const { matchedSkus } = worthOf(toOffers(offers), skus, toLines(exact));
      const all = new Set([...skus, ...exact.map((line) => line.sku)]);
      expect(new Set(matchedSkus).size).toBe(matchedSkus.length);
      expect(new Set(matchedSkus)).toEqual(new Set(offers.map((one) => one.sku).filter((one) => all.has(one))));
    }),
  );
});

test('lines of SKUs that were not offered change nothing', () => {
  fc.assert(
    fc.property(offered, bought, lines, (offers, skus, exact) => {
      const isOffered = new Set(offers.map((one) => one.sku));
      const all = toLines(exact);
      const matching = all.filter((line) => isOffered.has(line.sku));
      expect(worthOf(toOffers(offers), skus, all)).toEqual(worthOf(toOffers(offers), skus, matching));
    }),
  );
});
