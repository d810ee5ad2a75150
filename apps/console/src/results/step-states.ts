import type { FirstSteps } from '@callside/schemas';

export const stepNames = ['products', 'dialler', 'reps', 'recording', 'model'] as const;
type StepName = (typeof stepNames)[number];

export const isDone: Record<StepName, (steps: FirstSteps) => boolean> = {
  products: ({ products }) => products > 0,
  dialler: ({ dialler }) => dialler.has_sent,
  reps: ({ reps }) => reps.signed_in > 0,
  recording: ({ companion }) => companion,
  model: ({ model }) => model.trained_at !== null,
};

export function areAllDone(steps: FirstSteps): boolean {
  return stepNames.every((name) => isDone[name](steps));
}
