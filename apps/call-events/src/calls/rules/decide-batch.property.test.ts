import fc from 'fast-check';
import { anEvent, eventArbitrary, eventsArbitrary, everyRep, now } from '../../../test/support/event-arbitraries.ts';
import { MemoryStore } from '../../../test/support/memory-store.ts';
import type { NewCallEvent } from './call-event.ts';
import { agentKey, eventKeyIn } from './decide-batch.ts';

function storeAfter(
  events: readonly NewCallEvent[],
  sizes: readonly number[] = [events.length],
  reps: ConstructorParameters<typeof MemoryStore>[0] = everyRep,
): MemoryStore {
  const store = new MemoryStore(reps);
  let at = 0;
  for (const size of sizes) {
    store.record(events.slice(at, at + size), now);
    at += size;
  }
  store.record(events.slice(at), now);
  return store;
}

/** Without ids of rows, and without the names of agents, which are in the events. */
function stateOf({ reps, log, calls, recorded }: MemoryStore) {
  return {
    reps,
    calls,
    recorded: new Map([...recorded].map(([key, { id, agentEmail, ...event }]) => [key, event])),
    log: log.map(({ event, logged: { id, agentEmail, ...logged }, ...rest }) => ({
      ...rest,
      logged,
      event: { ...event },
    })),
  };
}

test('a sequence of events has the same result in one batch and in any number of batches', () => {
  fc.assert(
    fc.property(eventsArbitrary, fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }), (events, sizes) => {
      expect(stateOf(storeAfter(events, sizes))).toEqual(stateOf(storeAfter(events)));
    }),
  );
});

test('every event has an outcome, in order: recorded once, or a duplicate of a recorded event', () => {
  fc.assert(
    fc.property(eventsArbitrary, (events) => {
      const { outcomes } = new MemoryStore(everyRep).record(events, now);
      expect(outcomes).toHaveLength(events.length);
      const seen = new Set<string>();
      for (const [index, outcome] of outcomes.entries()) {
        const event = events[index];
        const key = event?.eventKey ? eventKeyIn(event.brandId, event.eventKey) : null;
        expect(outcome.kind === 'duplicate').toBe(key !== null && seen.has(key));
        if (outcome.kind === 'resent') expect(event?.event).toBe('call-started');
        if (outcome.kind !== 'recorded') continue;
        expect(outcome.event).toBe(event);
        if (key !== null) seen.add(key);
      }
    }),
  );
});

test('repeated events do not change the result of a sequence', () => {
  const plan = fc.array(fc.tuple(eventArbitrary, fc.array(fc.nat(), { maxLength: 3 })), { maxLength: 30 });
  fc.assert(
    fc.property(plan, (steps) => {
      const unique = steps.map(([event], index) => ({ ...event, eventKey: `k${index}`, eventId: `k${index}` }));
      const recordedKeys = new Set(storeAfter(unique).log.map(({ event }) => event.eventKey));
      const repeated = unique.flatMap((event, index) => [
        event,
        // A resent start is not recorded, so a repetition of it would be decided again.
        ...(steps[index]?.[1] ?? [])
          .map((pick) => unique[pick % (index + 1)] ?? event)
          .filter(({ eventKey }) => recordedKeys.has(eventKey)),
      ]);
      expect(stateOf(storeAfter(repeated))).toEqual(stateOf(storeAfter(unique)));
    }),
  );
});

test('a duplicate gets the answer of the event recorded first', () => {
  fc.assert(
    fc.property(eventsArbitrary, (events) => {
      const store = storeAfter(events);
      const again = store.record(
        store.log.filter(({ event }) => event.eventKey !== null).map(({ event }) => event),
        now,
      ).outcomes;
      const first = store.log.filter(({ event }) => event.eventKey !== null);
      expect(again).toEqual(
        first.map(({ logged: { agentResolved, callActive, userId } }) => ({
          kind: 'duplicate',
          logged: expect.objectContaining({ agentResolved, callActive, userId }),
          reusedBy: null,
        })),
      );
    }),
  );
});

test('a rep has at most one live call, and it is the call of their state', () => {
  fc.assert(
    fc.property(eventsArbitrary, (events) => {
      const store = storeAfter(events);
      const live = [...store.calls].filter(([, ended]) => ended === null).map(([id]) => id);
      const held = [...store.reps.values()].flatMap(({ state }) => (state.call === null ? [] : [state.call.id]));
      expect(live.toSorted()).toEqual(held.toSorted());
    }),
  );
});

test('an event changes no state but that of its rep', () => {
  fc.assert(
    fc.property(eventsArbitrary, eventArbitrary, (events, event) => {
      const store = storeAfter(events);
      const before = new Map(store.reps);
      store.record([event], now);
      for (const [key, rep] of store.reps) {
        if (key !== agentKey(event.brandId, event.agentEmail)) expect(rep).toBe(before.get(key));
      }
    }),
  );
});

test('an event of an unknown rep is recorded as unresolved, without a call and without an announcement', () => {
  fc.assert(
    fc.property(eventArbitrary, (event) => {
      const store = new MemoryStore([]);
      expect(store.record([event], now).outcomes).toMatchObject([
        {
          kind: 'recorded',
          callId: null,
          logged: { userId: null, agentResolved: false, callActive: false },
          rep: null,
        },
      ]);
    }),
  );
});

test('the row of an event has its own number, or that of the call it applies to', () => {
  fc.assert(
    fc.property(eventsArbitrary, fc.constantFrom(null, '+442079460958'), (events, phoneNumber) => {
      const store = storeAfter(events);
      const { call } = store.stateOf('brand-1', 'ann@reps.example');
      const [outcome] = store.record([anEvent({ event: 'call-ended', phoneNumber })], now).outcomes;
      expect(outcome).toMatchObject({
        phoneNumber: phoneNumber ?? call?.phoneNumber ?? null,
        callId: call?.id ?? null,
        logged: { callActive: call !== null },
      });
    }),
  );
});

test('an old pause that is retried after a resume never pauses, in the same batch or later', () => {
  const pause = anEvent({ event: 'recording-paused', eventKey: 'pause', eventId: 'pause' });
  const resume = anEvent({ event: 'recording-resumed', eventKey: 'resume', eventId: 'resume' });
  fc.assert(
    fc.property(eventsArbitrary, fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }), (between, sizes) => {
      const others = between.filter(({ event }) => event !== 'recording-paused');
      const events = [anEvent(), pause, resume, ...others, pause, pause];
      expect(storeAfter(events, sizes).stateOf('brand-1', 'ann@reps.example').recordingPaused).toBe(false);
    }),
  );
});

test('events that name a rep by alias have the same result as with the address, in any batches', () => {
  const aliasesOf = (agentEmail: string) => [`sip/${agentEmail}`, `ext ${agentEmail}`];
  const named = everyRep.map((rep) => ({ ...rep, aliases: aliasesOf(rep.agentEmail) }));
  fc.assert(
    fc.property(
      eventsArbitrary,
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 20 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }),
      (events, picks, sizes) => {
        const called = events.map((event, at) => {
          const names = [event.agentEmail, ...aliasesOf(event.agentEmail)];
          return { ...event, agentEmail: names[picks[at % picks.length] ?? 0] ?? event.agentEmail };
        });
        const { log, ...byName } = stateOf(storeAfter(called, sizes, named));
        const { log: addressedLog, ...byAddress } = stateOf(storeAfter(events));
        expect(byName).toEqual(byAddress);
        expect(log.map(({ event, ...rest }) => rest)).toEqual(addressedLog.map(({ event, ...rest }) => rest));
        for (const { rep } of log)
          expect(rep === null || everyRep.some(({ agentEmail }) => agentEmail === rep.agentEmail)).toBe(true);
      },
    ),
  );
});
