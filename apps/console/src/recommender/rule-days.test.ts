import { isRuleOver } from './rule-days.ts';

test.each([
  [undefined, false],
  ['2026-11-20', false],
  ['2026-11-19', true],
])('on 2026-11-20, a rule with the last day %s is over: %p', (until, isOver) => {
  expect(isRuleOver({ until }, '2026-11-20')).toBe(isOver);
});
