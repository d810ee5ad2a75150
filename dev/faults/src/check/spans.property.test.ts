import fc from 'fast-check';
import { complement, intersect, type Span, union } from './spans.ts';

const spans = fc.array(
  fc.tuple(fc.nat(50), fc.nat(20)).map(([from, length]): Span => ({ from, to: from + length })),
  { maxLength: 8 },
);
const within = { from: 0, to: 80 };
const holds = (list: readonly Span[], at: number) => list.some(({ from, to }) => at >= from && at < to);
const times = Array.from({ length: 80 }, (_, at) => at);

it('union, intersection and complement of spans equal those of sets of times', () => {
  fc.assert(
    fc.property(spans, spans, (ones, others) => {
      const same = times.every(
        (at) =>
          holds(union(ones), at) === holds(ones, at) &&
          holds(intersect(ones, others), at) === (holds(ones, at) && holds(others, at)) &&
          holds(complement(ones, within), at) === !holds(ones, at),
      );
      expect(same).toBe(true);
    }),
  );
});
