import fc from 'fast-check';
import { customerOf } from '../../../test/support/customers-on-file.ts';
import { anEvent, eventArbitrary, eventsArbitrary, now } from '../../../test/support/event-arbitraries.ts';
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

test('an event without a step changes nothing', () => {
  everyStep((before, _event, { transitions, state }) => expect(state).toBe(transitions.at(-1)?.state ?? before));
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

test('no hold and no pause carries over to the next call', () => {
  everyStep((before, _event, { state }) => {
    if (state.call === null || state.call.id === before.call?.id) return;
    expect(state).toMatchObject({ onHold: false, recordingPaused: false });
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
