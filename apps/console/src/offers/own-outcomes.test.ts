import type { CallOffers, RecordedOutcome } from '@callside/schemas';
import { type OwnChange, ownOutcomesOf, withOwnChanges } from './own-outcomes.ts';

const sale: RecordedOutcome = {
  ...{ outcome_id: 'o1', recommendation_id: 'r', sku: '401', outcome: 'sold', reason: null, qty: 2, unit_price: 5 },
  ...{ recorded_at: '2026-11-20T08:34:10.120Z', reported: true, voided_at: null, sequence: 5, duplicate: false },
};
const { voided_at: _, sequence: __, duplicate: ___, ...pushed } = sale;
const corrected = { ...sale, outcome_id: 'o2', qty: 1, sequence: 7 };
const undone = { ...sale, voided_at: '2026-11-20T08:34:31.044Z', sequence: 6 };

const item = { sku: '401', title: 'Sapphire Pendant', web_price: 5 };

function shown(
  changes: Omit<OwnChange, 'reference' | 'item'>[],
  { sequence = 1, outcomes = [pushed], reference = 'c' } = {},
) {
  const offers = { call_reference: 'c', sequence, outcomes } as unknown as CallOffers;
  const own = changes.map((change) => ({ reference, item, ...change }));
  return withOwnChanges(offers, own).outcomes.map(({ outcome_id }) => outcome_id);
}

test.each<[string, string[], string[]]>([
  [
    'a sale of this tab is shown before it was pushed',
    shown([{ outcome: sale, replaced: null }], { outcomes: [] }),
    ['o1'],
  ],
  ['one that was pushed is shown once', shown([{ outcome: sale, replaced: null }]), ['o1']],
  ['an undone sale is shown no more', shown([{ outcome: undone, replaced: null }]), []],
  ['a corrected one takes the place of the first', shown([{ outcome: corrected, replaced: 'o1' }]), ['o2']],
  [
    'changes act in the order of the service',
    shown([
      { outcome: corrected, replaced: 'o1' },
      { outcome: sale, replaced: null },
    ]),
    ['o2'],
  ],
  ['a later push has the last word', shown([{ outcome: sale, replaced: null }], { sequence: 6, outcomes: [] }), []],
  ['changes of another call change nothing', shown([{ outcome: undone, replaced: null }], { reference: 'd' }), ['o1']],
])('%s', (_rule, outcomes, expected) => {
  expect(outcomes).toEqual(expected);
});

test('the sales of this tab are known after their offers have left, with what was sold', () => {
  const change = (outcome: RecordedOutcome, replaced: string | null = null) => ({
    reference: 'c',
    item,
    outcome,
    replaced,
  });
  const sold = (...changes: OwnChange[]) => {
    const { outcomes, items } = ownOutcomesOf(changes, 'c');
    return [outcomes.map(({ outcome_id }) => outcome_id), items];
  };
  expect(sold(change(sale))).toEqual([['o1'], [item]]);
  expect(sold(change(corrected, 'o1'), change(sale))).toEqual([['o2'], [item]]);
  expect(sold(change(sale), change(undone))).toEqual([[], [item]]);
  expect(sold({ ...change(sale), reference: 'd' })).toEqual([[], []]);
});
