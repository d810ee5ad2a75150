import type { PlacedSentence } from './inventory/inventory.ts';
import { judge } from './judge.ts';
import type { CheckResult } from './run-checks.ts';

const place = { document: 'call-events', section: 'Errors', says: 'it holds' };
const result = (check: string, status: CheckResult['status']): CheckResult => ({ check, status, message: `${check}!` });

function verdictOf(...results: CheckResult[]) {
  const sentence: PlacedSentence = { id: 'one', ...place, checks: ['a', 'b'] };
  return judge([sentence], results);
}

it.each([
  ['kept', 'passed', 'passed'],
  ['kept', 'passed', 'skipped'],
  ['not_kept', 'passed', 'failed'],
  ['not_kept', 'skipped', 'failed'],
  ['not_checked', 'skipped', 'skipped'],
] as const)('a sentence is %s when its checks are %s and %s', (expected, a, b) => {
  const verdict = verdictOf(result('a', a), result('b', b));
  const listed = (['kept', 'not_kept', 'not_checked'] as const).filter((name) => verdict[name].length > 0);
  expect(listed).toEqual([expected]);
});

it('says what was found, and why a part was not checked', () => {
  expect(verdictOf(result('a', 'failed'), result('b', 'passed')).not_kept[0]).toMatchObject({
    checks: ['a'],
    found: 'a: a!',
  });
  expect(verdictOf(result('a', 'passed'), result('b', 'skipped')).kept[0]).toMatchObject({ not_checked: ['b!'] });
});

it('lists a sentence that cannot be checked from outside, with its reason', () => {
  const sentence: PlacedSentence = { id: 'one', ...place, unchecked: 'needs a restart' };
  expect(judge([sentence], []).not_checked).toMatchObject([{ id: 'one', reason: 'needs a restart' }]);
});
