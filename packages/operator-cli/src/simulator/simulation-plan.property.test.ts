import fc from 'fast-check';
import { allFaults, noFaults } from './faults.ts';
import { type PlanInput, type PlannedEvent, planSimulation } from './simulation-plan.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const someFaults = fc.record({
  duplicates: share,
  reordering: share,
  drops: share,
  lateRetries: share,
  clockSkewSeconds: fc.integer({ min: 0, max: 86_400 }),
});
const order = fc.record({
  reps: fc.integer({ min: 1, max: 8 }),
  calls: fc.integer({ min: 1, max: 40 }),
  rate: fc.integer({ min: 1, max: 1000 }),
  faults: someFaults,
  seed: fc.integer({ min: 0, max: 999_999_999 }),
});

const eventsOf = (plan: ReturnType<typeof planSimulation>) => plan.flatMap(({ events }) => events);
const nameOf = ({ call, event, ordinal }: PlannedEvent) => `${call.number} ${event} ${ordinal}`;

/** A call without reordering. */
const usualOrder = (given: PlanInput) => ({ ...given, faults: { ...given.faults, reordering: 0 } });

describe('planSimulation', () => {
  it('gives the same plan for the same seed and a different one for another seed', () => {
    const given = { reps: 5, calls: 50, rate: 20, faults: allFaults, seed: 7 };
    expect(planSimulation(given)).toEqual(planSimulation(given));
    expect(planSimulation(given)).not.toEqual(planSimulation({ ...given, seed: 8 }));
  });

  it('plans each event once, with a unique name', () => {
    fc.assert(
      fc.property(order, (given) => {
        const names = eventsOf(planSimulation(given)).map(nameOf);
        expect(new Set(names).size).toBe(names.length);
        expect(names.filter((name) => name.includes('call-started'))).toHaveLength(given.calls);
      }),
    );
  });

  it('sends the events of a rep in increasing time, and begins each call with its start', () => {
    fc.assert(
      fc.property(order.map(usualOrder), (given) => {
        for (const { events } of planSimulation(given)) {
          const times = events.map(({ atMs }) => atMs);
          expect(times).toEqual([...times].sort((one, other) => one - other));
          events.forEach((planned, at) => {
            const isFirst = events[at - 1]?.call.number !== planned.call.number;
            expect(planned.event === 'call-started').toBe(isFirst);
          });
        }
      }),
    );
  });

  it('reorders only within a call, and keeps the times of sending', () => {
    fc.assert(
      fc.property(order, (given) => {
        for (const { events } of planSimulation(given)) {
          const calls = events.map(({ call }) => call.number);
          expect(calls).toEqual([...calls].sort((one, other) => one - other));
          const times = events.map(({ atMs }) => atMs);
          expect(times).toEqual([...times].sort((one, other) => one - other));
        }
      }),
    );
  });

  it('never gives a call the number of the previous one, which would be a resend', () => {
    fc.assert(
      fc.property(order, (given) => {
        for (const { events } of planSimulation(given)) {
          const starts = events.filter(({ event }) => event === 'call-started');
          starts.forEach(({ call }, at) => expect(call.phoneNumber).not.toBe(starts[at - 1]?.call.phoneNumber));
        }
      }),
    );
  });

  it('plans each event once, in order, with a correct clock when there are no faults', () => {
    for (const { clockSkewMs, events } of planSimulation({ reps: 5, calls: 50, rate: 20, faults: noFaults, seed: 1 })) {
      expect(Math.abs(clockSkewMs)).toBe(0);
      for (const planned of events) {
        expect(planned).toMatchObject({
          waits: true,
          isReordered: false,
          copies: 1,
          lostAnswers: 0,
          resendAfterMs: null,
          cutSocket: null,
        });
      }
    }
  });

  it('plans some of each fault when all are requested', () => {
    const plan = planSimulation({ reps: 5, calls: 100, rate: 20, faults: allFaults, seed: 1 });
    const events = eventsOf(plan);
    const isThere = (is: (event: PlannedEvent) => boolean) => expect(events.some(is)).toBe(true);
    isThere(({ copies }) => copies > 1);
    isThere(({ waits }) => !waits);
    isThere(({ isReordered, waits }) => isReordered && waits);
    isThere(({ lostAnswers }) => lostAnswers > 0);
    isThere(({ cutSocket }) => cutSocket !== null);
    isThere(({ resendAfterMs }) => resendAfterMs !== null);
    expect(plan.some(({ clockSkewMs }) => Math.abs(clockSkewMs) > 1000)).toBe(true);
  });

  it('has about the requested number of events a second', () => {
    const events = eventsOf(planSimulation({ reps: 10, calls: 1000, rate: 50, faults: noFaults, seed: 3 }));
    const lastMs = Math.max(...events.map(({ atMs }) => atMs));
    expect(events.length / (lastMs / 1000)).toBeGreaterThan(35);
    expect(events.length / (lastMs / 1000)).toBeLessThan(65);
  });
});
