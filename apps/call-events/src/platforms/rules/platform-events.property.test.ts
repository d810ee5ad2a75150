import fc from 'fast-check';
import { eventArbitrary } from '../../../test/support/event-arbitraries.ts';
import {
  after,
  eventOf,
  liveOf,
  minute,
  newPlatformRep,
  type PlatformRep,
  pastOf,
  step,
} from '../../../test/support/platform-rep.ts';
import type { Decision } from '../../calls/rules/call-state.ts';
import type { RepEvent } from '../../calls/rules/decide-rep-event.ts';
import { isBefore, momentOf, pauserAmong } from './platform-call.ts';

type Check = (
  before: PlatformRep,
  event: RepEvent & { sent: string | undefined },
  decision: Decision,
  rep: PlatformRep,
) => void;

const mixedEvents = fc.array(eventArbitrary, { maxLength: 60, size: 'max' });

/** Applies events of platforms and of the six webhooks in any order; `check` is called for each. */
function everyStep(check: Check): void {
  fc.assert(
    fc.property(mixedEvents, (events) => {
      let rep = newPlatformRep;
      for (const event of events) {
        const repEvent: RepEvent = event.event === 'call-started' ? { ...event, customer: null } : event;
        const { decision, rep: next } = step(rep, repEvent);
        check(rep, { ...repEvent, sent: event.fromPlatform?.platformCall }, decision, next);
        rep = next;
      }
    }),
  );
}

const pastCall = (rep: PlatformRep, name: string | undefined) => pastOf(rep).find((call) => call.name === name);

test('an event of the six webhooks has the outcome of the states table, whatever platforms reported before', () => {
  everyStep((before, event, { outcome }) => {
    if (event.sent === undefined && before.state.call === null)
      expect(outcome).toBe(event.event === 'call-started' ? 'started' : 'recorded only');
    if (event.sent === undefined && before.state.call !== null) expect(outcome).not.toBe('recorded only');
  });
});

test('an event without a step changes nothing but what is known of the calls of the platform', () => {
  everyStep((before, _event, { transitions, state }) => {
    if (transitions.length === 0) expect(state).toBe(before.state);
  });
});

test('an end of a call of the platform is remembered, until ten later ones are', () => {
  everyStep((_before, { event, sent }, _decision, rep) => {
    if (event !== 'call-ended' || sent === undefined || liveOf(rep) === sent) return;
    expect(['ended', 'finished']).toContain(pastCall(rep, sent)?.left);
  });
});

test('no hold carries over to the next call, and no pause but that of a call that was superseded and comes back', () => {
  everyStep((before, { sent }, _decision, { state }) => {
    if (state.call === null || state.call.id === before.state.call?.id) return;
    const recordingPaused = pastCall(before, sent)?.recordingPaused === true && liveOf(before) !== sent;
    expect(state).toMatchObject({ onHold: false, recordingPaused });
  });
});

test('only a call that may come back is remembered as paused', () => {
  everyStep((_before, _event, _decision, rep) => {
    for (const { left, recordingPaused } of rep.platformCalls)
      if (left !== 'superseded') expect(recordingPaused).toBe(false);
  });
});

test('without proof that it came late, only a start and a pause of a call of the platform that is over change the live one', () => {
  everyStep((before, { event, sent }, { outcome }) => {
    if (pastCall(before, sent) === undefined || liveOf(before) === sent) return;
    if (event === 'call-started' || event === 'recording-paused') return;
    if (event === 'recording-resumed' && pauserAmong(before.platformCalls, before.state)?.name === sent) return;
    expect(outcome).toBe('recorded only');
  });
});

test('what happened before the end of its call of the platform changes nothing, but a pause of the live call', () => {
  everyStep((before, { event, sent, ...at }, _decision, rep) => {
    const past = pastCall(before, sent);
    if (!isBefore(momentOf(at), past?.leftAt)) return;
    if (event === 'recording-paused' && liveOf(before) === sent) return;
    expect(rep.state).toBe(before.state);
  });
});

test('only the pause of an earlier call is remembered as one, and only while the recording is paused', () => {
  everyStep((_before, _event, _decision, rep) => {
    const pauser = pauserAmong(rep.platformCalls, rep.state);
    if (pauser === undefined) return;
    expect(rep.state.recordingPaused).toBe(true);
    expect(pastCall(rep, pauser.name)).toBeDefined();
  });
});

test('a live call of the platform that ends or is superseded is remembered, and without a call there is none', () => {
  everyStep((before, _event, _decision, rep) => {
    if (rep.state.call === null) expect(liveOf(rep)).toBeNull();
    const isOver = before.state.call !== null && before.state.call.id !== rep.state.call?.id;
    const left = liveOf(before);
    if (isOver && left !== null) expect(pastCall(rep, left)).toBeDefined();
  });
});

test('calls of a platform that follow each other, each event delivered once and in any order, leave the last one live until its end', () => {
  const callsInAnyOrder = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean()).chain(([calls, isLastEnded]) => {
    const events = Array.from({ length: calls }, (_, call): RepEvent[] => [
      eventOf('call-started', `five9:${call}`, { occurredAt: minute(call * 2) }),
      eventOf('call-ended', `five9:${call}`, { occurredAt: minute(call * 2 + 1) }),
    ]).flat();
    const sent = isLastEnded ? events : events.slice(0, -1);
    const live = isLastEnded ? null : `five9:${calls - 1}`;
    return fc.shuffledSubarray(sent, { minLength: sent.length }).map((delivered) => ({ delivered, live }));
  });
  fc.assert(
    fc.property(callsInAnyOrder, ({ delivered, live }) => {
      expect(liveOf(after(newPlatformRep, ...delivered))).toBe(live);
    }),
  );
});
