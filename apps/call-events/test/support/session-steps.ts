import fc from 'fast-check';
import type { CompanionNumber, Step } from './session-model.ts';

const companion = fc.constantFrom<CompanionNumber>(0, 1, 2, 3);
const leaseGoesBy: Step = { do: 'elapse', ms: 160_000 };
const windowGoesBy: Step = { do: 'elapse', ms: 130_000 };

/** One step of a session. Time advances in tens of seconds, never exactly to the expiry of a lease. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('frame'), companion }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('resume', 'disconnect'), companion }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('open', 'close'), companion }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('chunk'), companion, sequence: fc.nat({ max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('elapse'), ms: fc.constantFrom(10_000, 20_000, 60_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep'), server: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'forget and restore' }) },
);

/** Sequences that are rare in random steps: a late end, expired leases, and takeovers. */
const passage: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 12, arbitrary: step.map((one) => [one]) },
  { weight: 2, arbitrary: fc.constant<Step[]>([leaseGoesBy]) },
  { weight: 2, arbitrary: companion.map((one): Step[] => [{ do: 'disconnect', companion: one }, windowGoesBy]) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(companion, companion)
      .map((takers) => takers.map((taker): Step => ({ do: 'resume', companion: taker }))),
  },
);

/** The steps of a session after it was opened, with the dialler's end at a random position. */
export const life: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(passage, { minLength: 10, maxLength: 30, size: 'max' }),
    fc.array(passage, { maxLength: 15, size: 'max' }),
  )
  .map(([before, after]) => [...before.flat(), { do: 'end' }, ...after.flat()]);
