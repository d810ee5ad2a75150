import type { FirstSteps } from '@callside/schemas';
import { areAllDone, isDone, stepNames } from './step-states.ts';

const done: FirstSteps = {
  products: 1,
  dialler: { has_sent: true, refused: null },
  reps: { active: 2, signed_in: 1 },
  companion: true,
  model: { trained_at: '2026-11-20T10:00:00Z' },
};

it('the list is done when every step is', () => {
  expect(areAllDone(done)).toBe(true);
});

it.each<[(typeof stepNames)[number], Partial<FirstSteps>]>([
  ['products', { products: 0 }],
  ['dialler', { dialler: { has_sent: false, refused: { requests: 3, last_seen_at: '2026-11-20T10:00:00Z' } } }],
  ['reps', { reps: { active: 2, signed_in: 0 } }],
  ['recording', { companion: false }],
  ['model', { model: { trained_at: null } }],
])('only the step %s is open with %j', (name, missing) => {
  const steps = { ...done, ...missing };
  expect(stepNames.filter((one) => !isDone[one](steps))).toEqual([name]);
  expect(areAllDone(steps)).toBe(false);
});
