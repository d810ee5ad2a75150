import fc from 'fast-check';
import { planSimulation } from './simulation-plan.ts';

const input = fc.record({
  reps: fc.integer({ min: 1, max: 8 }),
  calls: fc.integer({ min: 1, max: 40 }),
  rate: fc.integer({ min: 1, max: 1000 }),
});

it('each call is started and ended once by one rep, after the one before it', () => {
  fc.assert(
    fc.property(input, fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (given, draws) => {
      const plan = planSimulation(given, () => draws.next().value);
      const of = (name: string) => plan.flatMap(({ events }) => events).filter(({ event }) => event === name);
      const calls = Array.from({ length: given.calls }, (_, at) => at + 1);
      for (const name of ['call-started', 'call-ended']) {
        expect(
          of(name)
            .map(({ call }) => call)
            .sort((one, other) => one - other),
        ).toEqual(calls);
      }
      for (const { events } of plan) {
        expect(events).toEqual(events.toSorted((one, other) => one.call - other.call || one.atMs - other.atMs));
      }
    }),
  );
});

it('there are about as many events a second as asked for', () => {
  const events = planSimulation({ reps: 10, calls: 1000, rate: 50 }, Math.random).flatMap((rep) => rep.events);
  const lastMs = Math.max(...events.map(({ atMs }) => atMs));
  expect(events.length / (lastMs / 1000)).toBeGreaterThan(35);
  expect(events.length / (lastMs / 1000)).toBeLessThan(65);
});
