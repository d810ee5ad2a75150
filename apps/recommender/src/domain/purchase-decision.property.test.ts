import fc from 'fast-check';
import { purchasedSkus } from './attribution.ts';
import { type ConfirmedLine, decidePurchase, type OnFile } from './purchase-decision.ts';

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
const confirmation = fc.record({ skus: fc.array(sku, { maxLength: 3 }), lines: fc.array(line, { maxLength: 4 }) });
const offers = ['a', 'b', 'c'].map((one) => ({ sku: one, webPrice: 10 }));

type Confirmation = typeof confirmation extends fc.Arbitrary<infer Value> ? Value : never;

/** What a store keeps of confirmations to one recommendation, in memory. */
class Ledger {
  readonly purchases: { id: string; skus: string[] }[] = [];
  readonly lines = new Map<string, string>();
  storedLines = 0;

  confirm(sent: Confirmation) {
    const onFile: OnFile = {
      purchases: this.purchases.map((one) => ({ ...one, isOfThisRecommendation: true })),
      lines: new Map(
        sent.lines.flatMap(({ lineKey }) => {
          const id = lineKey === null ? undefined : this.lines.get(lineKey);
          return lineKey === null || id === undefined ? [] : [[lineKey, id] as const];
        }),
      ),
    };
    const decision = decidePurchase(sent, offers, onFile);
    if (decision.kind === 'resent') return decision;
    const id = `P${this.purchases.length + 1}`;
    this.purchases.push({ id, skus: purchasedSkus(sent) });
    this.storedLines += decision.newLines.length;
    for (const { lineKey } of decision.newLines) if (lineKey !== null) this.lines.set(lineKey, id);
    return { ...decision, id };
  }
}

test('sent at once again, a confirmation of lines with ids or of SKUs is never recorded twice', () => {
  fc.assert(
    fc.property(fc.array(confirmation, { minLength: 1, maxLength: 6 }), (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) {
        ledger.confirm(sent);
        expect(ledger.confirm(sent).kind).toBe(isRepeatable(sent) ? 'resent' : 'record');
      }
    }),
  );
});

test('whenever it is sent again, a confirmation that was recorded repeats its own purchase', () => {
  fc.assert(
    fc.property(fc.array(confirmation, { minLength: 1, maxLength: 8 }), (sequence) => {
      const ledger = new Ledger();
      const first = sequence.map((sent) => ({ sent, decision: ledger.confirm(sent) }));
      for (const { sent, decision } of first) {
        if (decision.kind === 'record' && isRepeatable(sent)) {
          expect(ledger.confirm(sent)).toEqual({ kind: 'resent', originalId: decision.id });
        }
      }
    }),
    { numRuns: 500 },
  );
});

function isRepeatable({ skus, lines }: Confirmation): boolean {
  return skus.length + lines.length > 0 && lines.every(({ lineKey }) => lineKey !== null);
}

test('every line with an id is stored once, whatever the order of confirmations, and every one without an id each time', () => {
  fc.assert(
    fc.property(fc.array(confirmation, { maxLength: 8 }), (sequence) => {
      const ledger = new Ledger();
      for (const sent of sequence) ledger.confirm(sent);
      const all = sequence.flatMap(({ lines }) => lines);
      const ids = new Set(all.flatMap(({ lineKey }) => lineKey ?? []));
      expect(ledger.storedLines).toBe(ids.size + all.filter(({ lineKey }) => lineKey === null).length);
    }),
  );
});
