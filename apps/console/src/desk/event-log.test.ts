import { callEvent, callState, callView } from '@callside/schemas/testing';
import { addToLog, type LogEntry } from './event-log.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString();

test('the log keeps the newest 20 events, newest first', () => {
  let log: readonly LogEntry[] = [];
  for (let second = 1; second <= 25; second += 1) {
    log = addToLog(log, callEvent('hold-started', callState(second, callView()), { received_at: at(second) }));
  }
  expect(log.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
});

test('the log lists an event once, however often it is delivered', () => {
  const pause = callEvent('recording-paused', callState(3, callView()), { event_id: 'p1' });
  const again = { ...pause, state: callState(7, callView()) };
  expect(addToLog(addToLog([], pause), again)).toEqual(addToLog([], pause));
  expect(addToLog(addToLog([], again), pause)).toEqual(addToLog([], pause));
});

test('the log puts an implicit end before the start that caused it, although both have the same time', () => {
  const received_at = at(1);
  const end = callEvent('call-ended', callState(3, null), { event_id: null, end_reason: 'superseded', received_at });
  const start = callEvent('call-started', callState(4, callView()), { event_id: null, received_at });
  const log = addToLog(addToLog([], start), end);
  expect(log.map(({ event, superseded }) => [event, superseded])).toEqual([
    ['call-started', false],
    ['call-ended', true],
  ]);
});

test('the log shows that an event had no live call, and the number of a start', () => {
  const hold = callEvent('hold-started', callState(3, null), { applied: false });
  const start = callEvent('call-started', callState(4, callView()));
  expect(addToLog([], hold)).toMatchObject([{ applied: false, phoneNumber: null }]);
  expect(addToLog([], start)).toMatchObject([{ applied: true, phoneNumber: '+14155550134' }]);
});
