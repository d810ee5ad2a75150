import fc from 'fast-check';
import { matchedSkus, purchasedSkus, revenueOf } from './attribution.ts';
import { type ConfirmedPurchase, decidePurchase, type PurchaseDecision } from './purchase-decision.ts';
import type { ConfirmedLine, LineOnFile } from './purchase-lines.ts';

const sku = fc.constantFrom('a', 'b', 'c', 'd');
const lineId = fc.option(fc.constantFrom('L1', 'L2', 'L3', 'L4', 'L5'));
const line = fc.record({ sku, id: lineId, cents: fc.option(fc.nat(5000)) }).map(
  ({ sku, id, cents }): ConfirmedLine => ({
    sku,
    qty: 1,
    unitPrice: cents === null ? null : cents / 100,
    discountAmt: null,
    orderLineId: id,
    lineKey: id,
  }),
);
const confirmation = fc.record({
  recommendation: fc.constantFrom('R1', 'R1', 'R2'),
  phone: fc.constantFrom('4155550134', '4155550134', '2125550100', '0000000000'),
  skus: fc.array(sku, { maxLength: 3 }),
  lines: fc.array(line, { maxLength: 4 }),
});
/** The same offers for every recommendation. */
const offers = ['a', 'b', 'c'].map((one) => ({ sku: one, webPrice: 10 }));

type Confirmation = ConfirmedPurchase & { recommendation: string };

interface StoredPurchase {
  id: string;
  recommendation: string;
  skus: string[];
  assumedSkus: readonly string[];
  phone: string;
  matchedCents: number | null;
  attributedCents: number;
}

/** An in-memory store of confirmations. */
class Ledger {
  readonly purchases: StoredPurchase[] = [];
  readonly lines: (ConfirmedLine & { purchaseId: string })[] = [];

  confirm(sent: Confirmation): PurchaseDecision & { purchaseId: string; recorded: boolean } {
    const decision = decidePurchase(sent, offers, {
      purchases: this.purchases.filter(({ recommendation }) => recommendation === sent.recommendation),
      lines: new Map(sent.lines.flatMap(({ lineKey }) => this.#onFile(lineKey, sent).map((one) => [one.lineKey, one]))),
    });
    const { newPurchase, originalId, completions, completedPurchases, replacedListPrices } = decision;
    for (const { line, economics } of completions) {
      const stored = this.lines.find(({ lineKey }) => lineKey === line.lineKey);
      Object.assign(stored ?? {}, { ...economics, sku: line.sku });
    }
    for (const { purchaseId, matchedRevenue, attributedRevenue } of completedPurchases) {
      const purchase = this.#purchase(purchaseId);
      purchase.matchedCents = (purchase.matchedCents ?? 0) + cents(matchedRevenue);
      purchase.attributedCents += cents(attributedRevenue);
    }
    for (const { purchaseId, skus, amount } of replacedListPrices) {
      const purchase = this.#purchase(purchaseId);
      purchase.assumedSkus = purchase.assumedSkus.filter((one) => !skus.includes(one));
      purchase.attributedCents -= cents(amount);
    }
    const purchaseId = originalId ?? `P${this.purchases.length + 1}`;
    if (newPurchase !== null) {
      this.purchases.push({
        ...{ id: purchaseId, recommendation: sent.recommendation, skus: purchasedSkus(sent), phone: sent.phone },
        assumedSkus: newPurchase.assumedSkus,
        matchedCents: newPurchase.matchedRevenue === null ? null : cents(newPurchase.matchedRevenue),
        attributedCents: cents(newPurchase.attributedRevenue),
      });
      this.lines.push(...newPurchase.lines.map((one) => ({ ...one, purchaseId })));
    }
    return { ...decision, purchaseId, recorded: newPurchase !== null || completions.length > 0 };
  }

  #onFile(key: string | null, { recommendation }: Confirmation): LineOnFile[] {
    return this.lines.flatMap(({ lineKey, ...stored }) => {
      if (lineKey === null || lineKey !== key) return [];
      const purchase = this.#purchase(stored.purchaseId);
      const isOfThisRecommendation = purchase.recommendation === recommendation;
      return [{ ...stored, lineKey, isOfThisRecommendation, isVoid: false, phone: purchase.phone }];
    });
  }

  #purchase(wanted: string): StoredPurchase {
    const found = this.purchases.find(({ id }) => id === wanted);
    if (found === undefined) throw new Error(`there is no purchase ${wanted}`);
    return found;
  }
}

function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

const sequences = fc.array(confirmation, { minLength: 1, maxLength: 8 });

function isRepeatable({ skus, lines }: Confirmation): boolean {
  return skus.length + lines.length > 0 && lines.every(({ lineKey }) => lineKey !== null);
}

test('a confirmation of lines with ids or of SKUs that is resent at once is not recorded and gets the same answer', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) {
        const first = ledger.confirm(sent);
        const again = ledger.confirm(sent);
        if (!isRepeatable(sent)) expect(again.recorded).toBe(true);
        else {
          expect(again.recorded).toBe(false);
          expect([again.answer, again.purchaseId]).toEqual([first.answer, first.purchaseId]);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('a recorded confirmation that is resent at any time repeats its own purchase', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      const first = sequence.map((sent) => ({ sent, decision: ledger.confirm(sent) }));
      for (const { sent, decision } of first) {
        if (decision.newPurchase === null || !isRepeatable(sent)) continue;
        expect(ledger.confirm(sent)).toMatchObject({ recorded: false, purchaseId: decision.purchaseId });
      }
    }),
    { numRuns: 500 },
  );
});

test('the matches depend only on the request and the offers, not on stored purchases', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) {
        expect(ledger.confirm(sent).answer.matchedSkus).toEqual(matchedSkus(offers, purchasedSkus(sent)));
      }
    }),
  );
});

test('every line with an id is stored once, in any order of confirmations, and every line without an id each time', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) ledger.confirm(sent);
      const all = sequence.flatMap(({ lines }) => lines);
      const ids = new Set(all.flatMap(({ lineKey }) => lineKey ?? []));
      expect(ledger.lines).toHaveLength(ids.size + all.filter(({ lineKey }) => lineKey === null).length);
    }),
  );
});

test('a stored line keeps its SKU and its purchase and, once it has one, its price', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) {
        const before = ledger.lines.map((one) => ({ ...one }));
        ledger.confirm(sent);
        for (const [index, { sku, purchaseId, unitPrice }] of before.entries()) {
          expect(ledger.lines[index]).toMatchObject({ sku, purchaseId, ...(unitPrice !== null && { unitPrice }) });
        }
      }
    }),
  );
});

test('a line is a conflict when it is stored for another sale, and then its figures count nowhere', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) {
        const before = ledger.lines.map((one) => ({ ...one }));
        const { conflicts } = ledger.confirm(sent).answer;
        const named = conflicts.map(({ orderLineId }) => orderLineId);
        expect(new Set(named).size).toBe(named.length);
        for (const { lineKey, sku } of sent.lines) {
          const known = before.find((one) => lineKey !== null && one.lineKey === lineKey);
          if (known !== undefined && known.sku !== sku) expect(named).toContain(lineKey);
        }
        const stored = new Map(ledger.lines.map((one) => [one.lineKey, one]));
        for (const one of sent.lines) {
          if (one.lineKey === null || !named.includes(one.lineKey)) continue;
          const known = before.find(({ lineKey }) => lineKey === one.lineKey);
          if (
            known !== undefined &&
            sent.lines.every(({ sku, lineKey }) => lineKey !== one.lineKey || sku !== known.sku)
          ) {
            expect(stored.get(one.lineKey)).toEqual(known);
          }
        }
      }
    }),
  );
});

test('the matched revenue of the answer is that of the stored lines that the request names, each once', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) {
        const { answer, newPurchase } = ledger.confirm(sent);
        const conflicting = new Set(answer.conflicts.map(({ orderLineId }) => orderLineId));
        // An id with two SKUs in one request is both a line and a conflict.
        if (sent.lines.some(({ lineKey }) => lineKey !== null && conflicting.has(lineKey))) continue;
        const ids = new Set(sent.lines.flatMap(({ lineKey }) => lineKey ?? []));
        const named = ledger.lines.filter(({ lineKey }) => lineKey !== null && ids.has(lineKey));
        const anonymous = (newPurchase?.lines ?? []).filter(({ lineKey }) => lineKey === null);
        expect(answer.matchedRevenue).toBe(revenueOf(offers, [...named, ...anonymous]).matchedRevenue);
      }
    }),
  );
});

test('every purchase has the revenue of its own lines, so that purchases add up and nothing counts twice', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) ledger.confirm(sent);
      for (const { id, recommendation, matchedCents, attributedCents, assumedSkus } of ledger.purchases) {
        const own = ledger.lines.filter(({ purchaseId }) => purchaseId === id);
        const { matchedRevenue, attributedRevenue } = revenueOf(offers, own);
        expect(matchedCents).toBe(matchedRevenue === null ? null : cents(matchedRevenue));
        // SKUs without a line add a list price each.
        expect(attributedCents - cents(attributedRevenue)).toBe(1000 * assumedSkus.length);
        const others = ledger.purchases.filter((one) => one.recommendation === recommendation && one.id !== id);
        const withLines = ledger.lines.filter((one) =>
          [id, ...others.map((other) => other.id)].includes(one.purchaseId),
        );
        const counted = [...others.flatMap((other) => other.assumedSkus), ...withLines.map((one) => one.sku)];
        expect(assumedSkus.filter((one) => counted.includes(one))).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});
