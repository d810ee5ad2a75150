import type { LoggedEvent } from '../domain/call-event.ts';
import { initialRepState } from '../domain/call-state.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { announceAgain } from '../views/announcements.ts';
import { MissedEventRelay } from './relay-missed.ts';
import { RelayedEvents } from './relayed-events.ts';

const rep = { userId: 'rep', state: initialRepState, companions: { count: 0, since: null } } as unknown as RepSnapshot;
const at = new Date('2026-11-26T10:00:00Z');

function logged(id: number): LoggedEvent {
  return {
    id: String(id),
    event: 'hold-started',
    eventId: null,
    userId: 'rep',
    metadata: '{}',
    occurredAt: at,
    receivedAt: at,
    agentResolved: true,
    callActive: false,
    relayed: true,
  };
}

/** A log in which the event `id` was received `id` seconds after the start, or all in the same second; the clock stands at its end. */
function createRelay(log: { end: number; isOneSecond?: boolean }) {
  const shown: string[] = [];
  const ages: number[] = [];
  const failed: string[] = [];
  const windows: number[] = [];
  const cluster = { isUp: true };
  const broken = new Set<string>();
  const clock = { ms: 0 };
  const relayed = new RelayedEvents({ now: () => clock.ms });
  const relay = new MissedEventRelay({
    audience: {
      repsWithTabs: () => ['rep'],
      deliverTo: (_userId, messages, secondsAgo) => {
        ages.push(secondsAgo);
        for (const message of messages) {
          const id = message.name === 'call.event' ? (message.payload.id ?? '') : '';
          if (broken.has(id)) throw new Error('it cannot be sent');
          shown.push(id);
        }
      },
    },
    events: {
      readRecent: async (seconds) => {
        windows.push(seconds);
        const first = log.isOneSecond ? 1 : Math.max(1, log.end - seconds + 1);
        return Array.from({ length: log.end - first + 1 }, (_, at) => {
          const id = first + at;
          return { id: String(id), userId: 'rep', secondsAgo: log.end - id };
        });
      },
      readEvents: async (ids) => ids.map((id) => logged(Number(id))),
    },
    repStates: { readSnapshots: async () => [rep] },
    relayed,
    isConnected: () => cluster.isUp,
    onFailure: (id) => failed.push(id),
    now: () => clock.ms,
  });
  const announcement = (id: number) => announceAgain(logged(id), rep);
  /** Looks once a second. */
  const look = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      clock.ms += 1_000;
      await relay.look();
    }
  };
  return { relay, relayed, shown, ages, failed, windows, cluster, broken, clock, announcement, look };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

test('without a loss, nothing is read', async () => {
  const { look, shown, windows } = createRelay({ end: 9 });
  await look(40);
  expect({ shown, windows }).toEqual({ shown: [], windows: [] });
});

test('after a loss, each event of the last 15 s that was not announced is sent once', async () => {
  const { relay, relayed, look, shown, announcement } = createRelay({ end: 20 });
  relayed.take(announcement(8));
  relayed.take(announcement(11));
  relay.noteLoss();
  await look(20);
  expect(shown).toEqual(numbers(6, 20).filter((id) => id !== '8' && id !== '11'));
  relay.noteLoss();
  await look(20);
  expect(shown).toHaveLength(13);
});

test('each event is sent to the tabs of its time', async () => {
  const { relay, look, ages } = createRelay({ end: 3 });
  relay.noteLoss();
  await look(1);
  expect(ages).toEqual([2, 1, 0]);
});

test('while the instance is not connected, new events are sent at each look', async () => {
  const log = { end: 0 };
  const { look, shown, cluster } = createRelay(log);
  cluster.isUp = false;
  for (log.end = 1; log.end <= 200; log.end += 1) await look(1);
  expect(shown).toEqual(numbers(1, 200));
});

test.each([
  [10, 25],
  [45, 60],
  [3_600, 60],
])('a loss of %i s ago is looked for in the last %i s, and the next one in 15 s', async (secondsAgo, seconds) => {
  const { relay, look, windows } = createRelay({ end: 100 });
  relay.noteLoss(secondsAgo);
  await look(5);
  relay.noteLoss();
  await look(5);
  expect(windows).toEqual([seconds, seconds, seconds, 15, 15, 15]);
});

test('a process that stood still looks for the events of that time', async () => {
  const { look, clock, windows } = createRelay({ end: 100 });
  await look(2);
  clock.ms += 29_000;
  await look(5);
  expect(windows).toEqual([45, 45, 45]);
});

test('an event that came from the log is not sent again with its late announcement', async () => {
  const { relay, relayed, look, announcement } = createRelay({ end: 3 });
  relay.noteLoss();
  await look(3);
  expect(relayed.take(announcement(2))).toEqual({ ...announcement(2), tabs: [] });
  expect(relayed.take(announcement(4))).toEqual(announcement(4));
});

test('more events than one look sends are sent by the next look', async () => {
  const { relay, look, shown } = createRelay({ end: 2_500, isOneSecond: true });
  relay.noteLoss();
  await look(1);
  expect(shown).toHaveLength(2_000);
  await look(1);
  expect(shown).toEqual(numbers(1, 2_500));
});

test('an event that cannot be sent is reported, and the others are sent', async () => {
  const { relay, look, shown, failed, broken } = createRelay({ end: 3 });
  broken.add('2');
  relay.noteLoss();
  await look(3);
  expect({ shown, failed }).toEqual({ shown: ['1', '3'], failed: ['2'] });
});
