import { randomUUID } from 'node:crypto';
import { type Arm, parseArms } from './arms.ts';
import { assignArm, callerKey } from './assign-arm.ts';

const arms = parseArms('holdout:10,current:45,model=20261121T180000-0a1b2c3d:45') as Arm[];

it('keeps a caller in one arm, divides callers as the percentages say, and divides them differently in each experiment', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const callers = Array.from({ length: 20_000 }, (_, index) => `+1415555${index}`);
  const armOf = (experiment: string, caller: string) => assignArm(experiment, caller, arms).arm;
  expect(callers.map((caller) => armOf(one, caller))).toEqual(callers.map((caller) => armOf(one, caller)));
  const share = callers.filter((caller) => armOf(one, caller) === 'holdout').length / callers.length;
  expect(share).toBeGreaterThan(0.085);
  expect(share).toBeLessThan(0.115);
  const both = callers.filter((caller) => armOf(one, caller) === 'holdout' && armOf(other, caller) === 'holdout');
  expect(both.length / callers.length).toBeLessThan(0.02);
});

it.each([
  ['a caller whom nobody knows', { phone: '+14155550100', customer: null }, '+14155550100'],
  [
    'one who became a customer',
    { phone: '+14155550100', customer: { phone: '+14155550100', code: 'C1' } },
    '+14155550100',
  ],
  [
    'a customer on another line',
    { phone: '+14155550199', customer: { phone: '+14155550100', code: 'C1' } },
    '+14155550100',
  ],
  ['a customer without a number', { phone: '+10000000000', customer: { phone: null, code: 'C1' } }, 'code C1'],
  ['a withheld number', { phone: '+10000000000', customer: null }, null],
])('%s', (_who, caller, key) => {
  expect(callerKey({ ...caller, nobody: '+10000000000' })).toBe(key);
});

it.each([
  ['holdout:10', 'at least two arms'],
  ['holdout:10,current:80', 'add up to 100'],
  ['holdout:50,holdout:50', 'named once'],
  ['holdout:50,everything:50', 'an arm is holdout, current or model=VERSION'],
  ['holdout:0,current:100', 'at least 1 percent'],
  ['holdout,current:100', 'whole number'],
])('refuses the arms %s', (text, problem) => {
  expect(parseArms(text)).toContain(problem);
});
