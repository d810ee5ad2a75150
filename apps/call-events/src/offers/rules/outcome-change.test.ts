import { type OutcomeToChange, refusalToReplace, refusalToWithdraw } from './outcome-change.ts';

const recordedAt = new Date('2026-11-20T08:34:10.000Z');
const voidedAt = new Date('2026-11-20T08:34:30.000Z');
const sale: OutcomeToChange = {
  ...{ outcomeId: 'o1', recommendationId: 'r', sku: '401', outcome: 'sold', reason: null, qty: 2, unitPrice: 5 },
  ...{ recordedAt, reported: true, voidedAt: null, replacedBy: null },
};
const withdrawn = { ...sale, voidedAt };
const replaced = { ...sale, voidedAt, replacedBy: 'o2' };
const after = (seconds: number) => new Date(recordedAt.getTime() + seconds * 1_000);

test.each<[string, OutcomeToChange, boolean, RegExp | null]>([
  ['an outcome that counts can be corrected', sale, false, null],
  ['one of a call whose result is stored cannot', sale, true, /result of the call is stored/],
  ['one that was withdrawn cannot', withdrawn, false, /o1 was withdrawn at 2026-11-20T08:34:30.000Z/],
  ['one that was replaced cannot', replaced, false, /o1 was replaced by outcome_id o2 at/],
])('%s', (_rule, outcome, isResultStored, refusal) => {
  expect(refusalToReplace(outcome, { isResultStored })).toEqual(refusal && expect.stringMatching(refusal));
});

test.each<[string, OutcomeToChange, number, RegExp | null]>([
  ['an outcome can be withdrawn for a minute', sale, 61, null],
  ['not later', sale, 90, /for a minute/],
  ['a repetition of the withdrawal is no error, however late', withdrawn, 900, null],
  ['one that was replaced cannot be withdrawn', replaced, 10, /replaced by outcome_id o2/],
])('%s', (_rule, outcome, seconds, refusal) => {
  expect(refusalToWithdraw(outcome, { now: after(seconds) })).toEqual(refusal && expect.stringMatching(refusal));
});
