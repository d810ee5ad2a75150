import fc from 'fast-check';
import { customerOf } from '../../test/support/customers-on-file.ts';
import { anEvent, eventArbitrary, eventsArbitrary, now } from '../../test/support/event-arbitraries.ts';
import type { NewCallEvent } from './call-event.ts';
import { decide, initialRepState, type StateEvent } from './call-state.ts';
import type { RepState } from './rep-state.ts';

function stateEventOf(event: NewCallEvent): StateEvent {
  return event.event === 'call-started' ? { ...event, customer: customerOf(event) } : event;
}

const clock = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

/** Applies events with times that go back and forth; `check` is called for each. */
function everyStep(check: (before: RepState, event: StateEvent, decision: ReturnType<typeof decide>) => void): void {
  fc.assert(
    fc.property(fc.array(fc.tuple(eventArbitrary, clock), { maxLength: 60, size: 'max' }), (plan) => {
      let state = initialRepState;
      for (const [event, receivedAt] of plan) {
        const stateEvent = stateEventOf(event);
        const decision = decide(state, stateEvent, receivedAt);
        check(state, stateEvent, decision);
        state = decision.state;
      }
    }),
  );
}

test('the version increases by exactly one with each step', () => {
  everyStep((before, _event, { transitions, state }) => {
    expect(transitions.map((transition) => transition.state.version)).toEqual(
      transitions.map((_transition, index) => before.version + index + 1),
    );
    expect(state.version).toBe(before.version + transitions.length);
  });
});

test('an event without a step changes nothing but what is known of calls of the platform', () => {
  everyStep((before, { platformCall = null, occurredAt = null }, { outcome, transitions, state }) => {
    const noted = { pastPlatformCalls: state.pastPlatformCalls };
    if (outcome === 'resent') {
      // All calls of a platform are of one platform here.
      const isLater = occurredAt !== null && occurredAt > (before.platformStartedAt ?? occurredAt);
      const isIdentified = platformCall !== null && (before.platformCall === null || isLater);
      const identity = isIdentified ? { platformCall, platformStartedAt: occurredAt } : {};
      expect(state).toEqual({ ...before, ...identity });
    } else if (outcome === 'recorded only') expect(state).toEqual({ ...before, ...noted });
    else expect(state).toBe(transitions.at(-1)?.state ?? before);
  });
});

test('an end of a call of the platform is remembered, until ten later ones are', () => {
  everyStep((_before, { event, platformCall }, { state }) => {
    if (event !== 'call-ended' || platformCall == null) return;
    const past = state.pastPlatformCalls.find((each) => each.platformCall === platformCall);
    if (state.platformCall !== platformCall) expect(past).toMatchObject({ hasEnded: true });
  });
});

test('each step that touches the recording raises its sequence, the other steps do not change it', () => {
  everyStep((before, _event, { transitions }) => {
    let last = before.recordingSequence;
    for (const { step, state } of transitions) {
      if (step === 'hold changed') expect(state.recordingSequence).toBe(last);
      else expect(state.recordingSequence).toBeGreaterThan(last);
      last = state.recordingSequence;
    }
  });
});

test('without a live call nothing is paused or on hold', () => {
  everyStep((_before, _event, { state, transitions }) => {
    for (const one of [state, ...transitions.map((transition) => transition.state)]) {
      if (one.call === null) expect(one).toMatchObject({ onHold: false, recordingPaused: false });
    }
  });
});

test('no hold carries over to the next call, and no pause but that of a call that was replaced and comes back', () => {
  everyStep((before, { platformCall = null }, { state }) => {
    if (state.call === null || state.call.id === before.call?.id) return;
    const past = before.pastPlatformCalls.find((each) => each.platformCall === platformCall);
    const recordingPaused = past?.recordingPaused === true && before.platformCall !== platformCall;
    expect(state).toMatchObject({ onHold: false, recordingPaused, pausedBy: null });
  });
});

test('only a call that may come back is remembered as paused', () => {
  everyStep((_before, _event, { state }) => {
    for (const { hasEnded, recordingPaused } of state.pastPlatformCalls) {
      if (hasEnded) expect(recordingPaused).toBe(false);
    }
  });
});

test('a resend changes nothing, however often it is repeated', () => {
  fc.assert(
    fc.property(eventsArbitrary, eventArbitrary, (events, last) => {
      let state = initialRepState;
      for (const event of events) state = decide(state, stateEventOf(event), now).state;
      const start = stateEventOf(anEvent({ brandId: last.brandId, customerId: last.customerId }));
      const started = decide(state, start, now).state;
      for (let time = 0; time < 3; time++) {
        expect(decide(started, start, now)).toEqual({ outcome: 'resent', state: started, transitions: [] });
      }
    }),
  );
});

test('a hold does not change the recording state, and a recording control does not change the hold', () => {
  everyStep((before, { event }, { state }) => {
    if (event === 'hold-started' || event === 'hold-ended') {
      expect(state.recordingPaused).toBe(before.recordingPaused);
      expect(state.recordingSequence).toBe(before.recordingSequence);
    }
    if (event === 'recording-paused' || event === 'recording-resumed') expect(state.onHold).toBe(before.onHold);
  });
});

test('the number and customer of a live call are those of the event that opened it', () => {
  everyStep((before, event, { state }) => {
    if (state.call === null || state.call === before.call) return;
    expect(event).toMatchObject({
      event: 'call-started',
      phoneNumber: state.call.phoneNumber,
      customerId: state.call.customerId,
    });
  });
});

test('without proof that it came late, only a start and a pause of a call of the platform that is over change the live one', () => {
  everyStep((before, { event, platformCall }, { outcome, state }) => {
    const past = before.pastPlatformCalls.find((each) => each.platformCall === platformCall);
    if (past === undefined || before.platformCall === platformCall) return;
    if (event === 'call-started' || event === 'recording-paused') return;
    if (event === 'recording-resumed' && before.pausedBy === platformCall) return;
    expect(outcome).toBe('recorded only');
    expect({ ...state, pastPlatformCalls: [] }).toEqual({ ...before, pastPlatformCalls: [] });
  });
});

test('what happened before the end of its call of the platform changes nothing, but a pause of the live call', () => {
  everyStep((before, event, { state }) => {
    const past = before.pastPlatformCalls.find(({ platformCall }) => platformCall === event.platformCall);
    if (!past?.endedAt || !event.occurredAt || event.occurredAt >= past.endedAt) return;
    if (event.event === 'recording-paused' && event.platformCall === before.platformCall) return;
    // The end of another call came in place of that one's own: it may come back, with its pause.
    if (past.hasEnded) expect(state).toBe(before);
    else expect({ ...state, pastPlatformCalls: [] }).toEqual({ ...before, pastPlatformCalls: [] });
  });
});

test('only the pause of an earlier call is remembered as one, and only while the recording is paused', () => {
  everyStep((_before, _event, { state: { pausedBy, pastPlatformCalls, recordingPaused } }) => {
    if (pausedBy === null) return;
    expect(recordingPaused).toBe(true);
    expect(pastPlatformCalls.map((past) => past.platformCall)).toContain(pausedBy);
  });
});

test('a live call of the platform that ends or is replaced is remembered, and without a live call there is none', () => {
  everyStep((before, _event, { state }) => {
    if (state.call === null) expect(state.platformCall).toBeNull();
    const isOver = before.call !== null && before.call.id !== state.call?.id;
    if (isOver && before.platformCall !== null) {
      expect(state.pastPlatformCalls[0]).toMatchObject({ platformCall: before.platformCall });
    }
  });
});

test('calls of a platform that follow each other, each event delivered once and in any order, leave the last one live until its end', () => {
  const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 10, at));
  const callsInAnyOrder = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean()).chain(([calls, isLastEnded]) => {
    const events = Array.from({ length: calls }, (_, call): StateEvent[] => {
      const platformCall = `five9:${call}`;
      const newCall = { id: platformCall, reference: platformCall };
      const started = { phoneNumber: `+1415555010${call}`, customerId: null, customer: null, newCall };
      return [
        { event: 'call-started', platformCall, occurredAt: minute(call * 2), ...started },
        { event: 'call-ended', platformCall, occurredAt: minute(call * 2 + 1) },
      ];
    }).flat();
    const sent = isLastEnded ? events : events.slice(0, -1);
    const live = isLastEnded ? null : `five9:${calls - 1}`;
    return fc.shuffledSubarray(sent, { minLength: sent.length }).map((delivered) => ({ delivered, live }));
  });
  fc.assert(
    fc.property(callsInAnyOrder, ({ delivered, live }) => {
      const state = delivered.reduce((before, event) => decide(before, event, now).state, initialRepState);
      expect(state.platformCall).toBe(live);
    }),
  );
});
