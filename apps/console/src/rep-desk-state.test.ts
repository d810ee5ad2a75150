import type { CallState } from '@callside/schemas';
import { callEvent, callState, callView, otherReference } from '../test/support/messages.ts';
import { currentConfirmation, initialRepDesk, type RepDesk } from './rep-desk-model.ts';
import { type RepDeskAction, reduceRepDesk } from './rep-desk-state.ts';

function after(...actions: RepDeskAction[]): RepDesk {
  return actions.reduce(reduceRepDesk, initialRepDesk);
}

const live: RepDeskAction = { type: 'link', link: 'live' };
const lost: RepDeskAction = { type: 'link', link: 'reconnecting' };
const snapshot = (state: CallState): RepDeskAction => ({ type: 'call.state', state });
const event = (...parameters: Parameters<typeof callEvent>): RepDeskAction => ({
  type: 'call.event',
  message: callEvent(...parameters),
});
const confirmation = (sequence: number, paused: boolean): RepDeskAction => ({
  type: 'recording.confirmation',
  confirmation: { sequence, paused, confirmed_at: '2026-11-20T08:36:02.377Z' },
});

const onCall = callView();
const onHold = callView({ on_hold: true });
const paused = callView({ recording_paused: true });

describe('version', () => {
  test('shows the call of a snapshot and of an event', () => {
    expect(after(live, snapshot(callState(5, onCall))).call).toEqual(onCall);
    expect(after(live, snapshot(callState(4, null)), event('call-started', callState(5, onCall))).call).toEqual(onCall);
  });

  test('drops a state that is older than the one shown', () => {
    const desk = after(live, snapshot(callState(5, onHold)), event('call-started', callState(4, onCall)));
    expect(desk).toMatchObject({ version: 5, call: onHold });
  });

  test('an event that found no live call changes nothing but the log', () => {
    const before = after(live, snapshot(callState(5, null)));
    const desk = reduceRepDesk(before, event('hold-ended', callState(5, null), { applied: false }));
    expect(desk).toEqual({ ...before, log: [expect.objectContaining({ event: 'hold-ended', applied: false })] });
  });

  test('an equal version says nothing a second time', () => {
    const before = after(live, snapshot(callState(5, paused)));
    expect(reduceRepDesk(before, snapshot(callState(5, paused))).announcement).toBe(before.announcement);
  });

  test('takes the first snapshot of a new connection even when it is older: the service knows best', () => {
    const desk = after(
      live,
      snapshot(callState(9, onCall)),
      lost,
      live,
      snapshot(callState(3, null, { sequence: 10 })),
    );
    expect(desk).toMatchObject({ version: 3, call: null, recording: { sequence: 10 } });
  });

  test('drops a later snapshot that is older, and a first one that an event of the same connection overtook', () => {
    expect(after(live, snapshot(callState(9, onCall)), snapshot(callState(3, null))).version).toBe(9);
    const overtaken = after(live, event('call-started', callState(9, onCall)), snapshot(callState(8, null)));
    expect(overtaken).toMatchObject({ version: 9, call: onCall });
  });

  test('keeps what it knows while the connection is lost', () => {
    expect(after(live, snapshot(callState(5, onCall)), lost)).toMatchObject({ link: 'reconnecting', call: onCall });
  });
});

describe('recording', () => {
  test('applies a higher sequence, re-asserts an equal one, ignores a lower one', () => {
    const before = after(live, snapshot(callState(5, paused, { paused: true, sequence: 20 })));
    const next = (version: number, isPaused: boolean, sequence: number) =>
      reduceRepDesk(before, snapshot(callState(version, onCall, { paused: isPaused, sequence }))).recording;
    expect(next(6, false, 21)).toEqual({ paused: false, sequence: 21 });
    expect(next(5, true, 20)).toEqual({ paused: true, sequence: 20 });
    expect(next(6, false, 19)).toEqual({ paused: true, sequence: 20 });
  });

  test('is confirmed only by a confirmation of the sequence that is shown', () => {
    const desk = after(live, snapshot(callState(5, paused, { paused: true, sequence: 20 })));
    expect(currentConfirmation(desk)).toBeNull();
    expect(currentConfirmation(reduceRepDesk(desk, confirmation(19, false)))).toBeNull();
    expect(currentConfirmation(reduceRepDesk(desk, confirmation(20, true)))).toMatchObject({ sequence: 20 });
  });

  test('shows when it was last confirmed, whichever confirmation comes first', () => {
    const at = (confirmed_at: string): RepDeskAction => ({
      type: 'recording.confirmation',
      confirmation: { sequence: 20, paused: true, confirmed_at },
    });
    const [early, late] = [at('2026-11-20T08:36:02.000Z'), at('2026-11-20T08:36:03.000Z')];
    const shown = snapshot(callState(5, paused, { paused: true, sequence: 20 }));
    const times = [after(live, shown, early, late), after(live, shown, late, early)].map(currentConfirmation);
    expect(times).toEqual([late, late].map((action) => 'confirmation' in action && action.confirmation));
  });

  test('is not confirmed by a confirmation of the other state', () => {
    const desk = after(live, snapshot(callState(5, paused, { paused: true, sequence: 20 })), confirmation(20, false));
    expect(currentConfirmation(desk)).toBeNull();
  });

  test('a confirmation that overtakes its state counts when the state comes', () => {
    const desk = after(
      live,
      snapshot(callState(4, onCall, { sequence: 19 })),
      confirmation(20, true),
      event('recording-paused', callState(5, paused, { paused: true, sequence: 20 })),
    );
    expect(currentConfirmation(desk)).toMatchObject({ sequence: 20, paused: true });
  });

  test('a state that left before the confirmation does not take it back', () => {
    const unconfirmed = { paused: true, sequence: 20, confirmation: null };
    const desk = after(
      live,
      snapshot(callState(5, paused, unconfirmed)),
      confirmation(20, true),
      event('hold-started', callState(6, { ...paused, on_hold: true }, unconfirmed)),
    );
    expect(currentConfirmation(desk)).toMatchObject({ sequence: 20 });
  });
});

describe('the last call', () => {
  const ended = event('call-ended', callState(6, null), {
    end_reason: 'ended',
    received_at: '2026-11-20T08:41:00.000Z',
  });

  test('stays on the page after its end', () => {
    const desk = after(live, snapshot(callState(5, onCall)), ended);
    expect(desk.lastCall).toEqual({ call: onCall, endedAt: '2026-11-20T08:41:00.000Z' });
  });

  test('is the one that the next call replaced', () => {
    const next = callView({ reference: otherReference, started_at: '2026-11-20T08:42:00.000Z' });
    const told = after(
      live,
      snapshot(callState(5, onCall)),
      event('call-ended', callState(6, null), { end_reason: 'superseded', received_at: next.started_at }),
      event('call-started', callState(7, next)),
    );
    const missed = after(live, snapshot(callState(5, onCall)), event('call-started', callState(7, next)));
    expect(told.lastCall).toEqual({ call: onCall, endedAt: next.started_at });
    expect(missed.lastCall).toEqual(told.lastCall);
  });

  test('has no time of its end when the page was not told', () => {
    const desk = after(live, snapshot(callState(5, onCall)), lost, live, snapshot(callState(6, null)));
    expect(desk.lastCall).toEqual({ call: onCall, endedAt: null });
  });
});

describe('announcements', () => {
  const said = (...actions: RepDeskAction[]) => {
    const { polite, urgent } = after(...actions).announcement;
    return { polite, urgent };
  };
  const idle = snapshot(callState(4, null));
  const started = event('call-started', callState(5, onCall));

  test('tell of a start, a hold and an end politely', () => {
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

  test('interrupt for the recording', () => {
    const pause = event('recording-paused', callState(6, paused, { sequence: 1001 }));
    const resume = event('recording-resumed', callState(7, onCall, { sequence: 1002 }));
    expect(said(live, idle, started, pause)).toEqual({ polite: '', urgent: 'Recording is paused.' });
    expect(said(live, idle, started, pause, resume)).toEqual({ polite: '', urgent: 'Recording goes on.' });
    expect(said(live, snapshot(callState(6, paused)))).toMatchObject({ urgent: 'Recording is paused.' });
  });

  test('tell once that the pause is confirmed', () => {
    const pause = event('recording-paused', callState(6, paused, { sequence: 1001 }));
    const desk = after(live, idle, started, pause, confirmation(1001, true));
    expect(desk.announcement.polite).toBe('The companion has confirmed the pause.');
    expect(reduceRepDesk(desk, confirmation(1001, true)).announcement).toBe(desk.announcement);
  });

  test('tell that the connection went and came back, and nothing of the first connecting', () => {
    expect(after(live, idle).announcement.serial).toBe(0);
    expect(said(live, idle, lost)).toEqual({ polite: 'Connection lost. Reconnecting.', urgent: '' });
    expect(said(live, idle, lost, live)).toEqual({ polite: 'Connected again.', urgent: '' });
  });
});

test('a message that cannot be read marks the page as outdated and changes nothing else', () => {
  const before = after(live, snapshot(callState(5, onCall)));
  expect(reduceRepDesk(before, { type: 'unreadable' })).toEqual({ ...before, outdated: true });
});
