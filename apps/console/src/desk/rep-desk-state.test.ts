import '../texts/testing.ts';
import type { RepSignal } from '@callside/client';
import type { CallState, CallStateMessage } from '@callside/schemas';
import { callEvent, callState, callView, customerMatch, otherReference } from '@callside/schemas/testing';
import { initialRepDesk, type RepDesk } from './rep-desk-model.ts';
import { reduceRepDesk } from './rep-desk-state.ts';

function after(...actions: RepSignal[]): RepDesk {
  return actions.reduce(reduceRepDesk, initialRepDesk);
}

const live: RepSignal = { type: 'link', link: 'live' };
const lost: RepSignal = { type: 'link', link: 'reconnecting' };
const snapshot = (state: CallStateMessage): RepSignal => ({ type: 'call.state', state });
const event = (...parameters: Parameters<typeof callEvent>): RepSignal => ({
  type: 'call.event',
  message: callEvent(...parameters),
});
const confirmation = (sequence: number, paused: boolean): RepSignal => ({
  type: 'recording.confirmation',
  confirmation: { sequence, paused, confirmed_at: '2026-11-20T08:36:02.377Z' },
});

const onCall = callView();
const onHold = callView({ on_hold: true });
const paused = callView({ recording_paused: true });

test('an event without a live call changes only the log', () => {
  const before = after(live, snapshot(callState(5, null)));
  const desk = reduceRepDesk(before, event('hold-ended', callState(5, null), { applied: false }));
  expect(desk).toEqual({ ...before, log: [expect.objectContaining({ event: 'hold-ended', applied: false })] });
});

describe('the arrival of a call', () => {
  const started = event('call-started', callState(6, onCall));
  const idle = [live, snapshot(callState(5, null))];

  test('is its start', () => {
    expect(after(...idle, started).arrival?.call.reference).toBe(onCall.reference);
  });

  test('is not a snapshot, or a start that comes again', () => {
    expect(after(live, snapshot(callState(6, onCall)), started).arrival).toBeNull();
    const arrived = after(...idle, started);
    expect(reduceRepDesk(arrived, started).arrival).toBe(arrived.arrival);
  });
});

test('an equal version is not announced again', () => {
  const before = after(live, snapshot(callState(5, paused)));
  expect(reduceRepDesk(before, snapshot(callState(5, paused))).announcement).toBe(before.announcement);
});

describe('the last call', () => {
  const ended = event('call-ended', callState(6, null), {
    end_reason: 'ended',
    received_at: '2026-11-20T08:41:00.000Z',
  });

  test('stays on the page after its end', () => {
    const desk = after(live, snapshot(callState(5, onCall)), ended);
    expect(desk.lastCall).toEqual({ call: onCall, customer: null, endedAt: '2026-11-20T08:41:00.000Z' });
  });

  test('keeps its customer', () => {
    const customer = customerMatch('one', { name: 'Ada Example' });
    const desk = after(live, snapshot({ ...callState(5, onCall), customer }), ended);
    expect(desk).toMatchObject({ customer: null, lastCall: { customer } });
  });

  test('is the call that the next call superseded', () => {
    const next = callView({ reference: otherReference, started_at: '2026-11-20T08:42:00.000Z' });
    const received = after(
      live,
      snapshot(callState(5, onCall)),
      event('call-ended', callState(6, null), { end_reason: 'superseded', received_at: next.started_at }),
      event('call-started', callState(7, next)),
    );
    const missed = after(live, snapshot(callState(5, onCall)), event('call-started', callState(7, next)));
    expect(received.lastCall).toEqual({ call: onCall, customer: null, endedAt: next.started_at });
    expect(missed.lastCall).toEqual(received.lastCall);
  });

  test('has no end time if the page received no end', () => {
    const desk = after(live, snapshot(callState(5, onCall)), lost, live, snapshot(callState(6, null)));
    expect(desk.lastCall).toEqual({ call: onCall, customer: null, endedAt: null });
  });
});

describe('announcements', () => {
  const said = (...actions: RepSignal[]) => {
    const { polite, urgent } = after(...actions).announcement;
    return { polite, urgent };
  };
  const idle = snapshot(callState(4, null));
  const started = event('call-started', callState(5, onCall));

  test('announce a start, a hold and an end politely', () => {
    expect(said(live, idle, started)).toEqual({ polite: 'On a call with +1 415 555 0134.', urgent: '' });
    expect(said(live, idle, started, event('hold-started', callState(6, onHold)))).toEqual({
      polite: 'On hold.',
      urgent: '',
    });
    expect(said(live, idle, started, event('call-ended', callState(6, null)))).toEqual({
      polite: 'Call ended.',
      urgent: '',
    });
  });

  test('contain the customer, or the reason why there is none', () => {
    const announcementOf = (customer: CallState['customer']) =>
      said(live, idle, event('call-started', { ...callState(5, onCall), customer })).polite;
    expect(announcementOf(customerMatch('one', { name: 'Ada Example' }))).toBe(
      'On a call with Ada Example, +1 415 555 0134.',
    );
    expect(announcementOf(customerMatch('none'))).toBe(
      'On a call with +1 415 555 0134. No customer with this number or code.',
    );
    expect(announcementOf(customerMatch('withheld'))).toBe('On a call. Caller ID withheld.');
  });

  test('contain the customer whom the rep picked', () => {
    const several = { ...callState(5, onCall), customer: customerMatch('several') };
    const picked = { ...callState(6, onCall), customer: customerMatch('one', { name: 'Ada Example' }) };
    expect(said(live, idle, event('call-started', several), snapshot(picked)).polite).toBe(
      'On a call with Ada Example, +1 415 555 0134.',
    );
  });

  test.each(['none', 'withheld'] as const)(
    'contain the customer whom the rep found for a caller who was %s',
    (match) => {
      const before = { ...callState(5, onCall), customer: customerMatch(match) };
      const found = { ...callState(6, onCall), customer: customerMatch('one', { name: 'Ada Example' }) };
      expect(said(live, idle, event('call-started', before), snapshot(found)).polite).toBe(
        'On a call with Ada Example, +1 415 555 0134.',
      );
    },
  );

  const pause = event('recording-paused', callState(6, paused, { sequence: 1001 }));

  test('interrupt for a recording change', () => {
    const resume = event('recording-resumed', callState(7, onCall, { sequence: 1002 }));
    expect(said(live, idle, started, pause)).toEqual({ polite: '', urgent: 'Pause of the recording requested.' });
    expect(said(live, idle, started, pause, resume)).toEqual({ polite: '', urgent: 'Recording requested again.' });
    expect(said(live, snapshot(callState(6, paused)))).toMatchObject({ urgent: 'Pause of the recording requested.' });
  });

  test('warn that the recording is unknown, when a pause is requested and when the connection is lost during a call', () => {
    const isUnknown = 'The recording state is unknown. Do not take card details.';
    const absent = { sequence: 1001, companion: 'absent' } as const;
    const urgent = `Pause of the recording requested. ${isUnknown}`;
    expect(said(live, idle, started, event('recording-paused', callState(6, paused, absent))).urgent).toBe(urgent);
    expect(said(live, snapshot(callState(6, paused, absent))).urgent).toBe(urgent);
    const beforeLoss = [live, idle, started, pause, confirmation(1001, true)];
    expect(said(...beforeLoss, lost)).toEqual({ polite: 'Connection lost.', urgent: isUnknown });
    const back = snapshot(callState(6, paused, { sequence: 1001, state: 'confirmed' }));
    expect(said(...beforeLoss, lost, live, back).polite).toBe('The pause of the recording is confirmed.');
  });

  test('warn that the recording is unknown while the service is silent, and say when the pause is confirmed again', () => {
    const silent: RepSignal[] = [live, idle, started, pause, confirmation(1001, true), { type: 'silent' }];
    expect(said(...silent)).toEqual({
      polite: '',
      urgent: 'The recording state is unknown. Do not take card details.',
    });
    expect(said(...silent, { type: 'alive' }).polite).toBe('The pause of the recording is confirmed.');
  });

  test('announce the confirmation of a pause once', () => {
    const pause = event('recording-paused', callState(6, paused, { sequence: 1001 }));
    const desk = after(live, idle, started, pause, confirmation(1001, true));
    expect(desk.announcement.polite).toBe('The pause of the recording is confirmed.');
    expect(reduceRepDesk(desk, confirmation(1001, true)).announcement).toBe(desk.announcement);
  });

  test('say what the dialler reports as its report, and nothing about a recording where nobody records', () => {
    const dialler = { by: 'dialler', companion: 'absent', state: 'dialler' } as const;
    const reported = [
      event('call-started', callState(5, onCall, dialler)),
      event('recording-paused', callState(6, paused, { ...dialler, sequence: 1001 })),
    ];
    const isPaused = 'The dialler reports that the recording is paused.';
    expect(said(live, idle, ...reported)).toEqual({ polite: '', urgent: isPaused });
    const resumed = event('recording-resumed', callState(7, onCall, { ...dialler, sequence: 1002 }));
    expect(said(live, idle, ...reported, resumed).urgent).toBe('The dialler reports that it records again.');
    const silent: RepSignal[] = [live, idle, ...reported, { type: 'silent' }];
    expect(said(...silent).urgent).toBe('The recording state is unknown. Do not take card details.');
    expect(said(...silent, { type: 'alive' }).polite).toBe(isPaused);

    const started = after(live, idle, event('call-started', callState(5, onCall, null)));
    const pausedToo = reduceRepDesk(started, event('recording-paused', callState(6, paused, null)));
    expect(pausedToo.announcement).toBe(started.announcement);
    expect(reduceRepDesk(pausedToo, lost).announcement).toMatchObject({ urgent: '' });
  });

  test('announce a lost and restored connection, but not the first connection', () => {
    expect(after(live, idle).announcement.serial).toBe(0);
    expect(said(live, idle, lost)).toEqual({ polite: 'Connection lost.', urgent: '' });
    expect(said(live, idle, lost, live)).toEqual({ polite: 'Connected again.', urgent: '' });
  });

  test('announce once that the first connection cannot be made', () => {
    const desk = after(lost);
    expect(desk.announcement.polite).toBe('Callside cannot be reached yet. This page keeps trying.');
    expect(after(lost, { type: 'link', link: 'offline' }).announcement).toEqual(desk.announcement);
  });
});

test('an unreadable message marks the page as outdated and changes nothing else', () => {
  const before = after(live, snapshot(callState(5, onCall)));
  expect(reduceRepDesk(before, { type: 'unreadable' })).toEqual({ ...before, outdated: true });
});
