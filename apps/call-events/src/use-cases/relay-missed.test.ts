import type { LoggedEvent } from '../domain/call-event.ts';
import { initialRepState } from '../domain/call-state.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { announceAgain } from '../views/announcements.ts';
import type { Announcement } from '../views/messages.ts';
import { MissedEventRelay } from './relay-missed.ts';

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

/** A log of events 1 to `end`, of which a read returns three at most. */
function createRelay(log: { end: number }) {
  const shown: string[] = [];
  const reads: string[] = [];
  const cluster = { isUp: true };
  const relay = new MissedEventRelay({
    audience: {
      repsWithTabs: () => ['rep'],
      deliverTo: (_userId, messages) => {
        for (const message of messages) if (message.name === 'call.event') shown.push(message.payload.id ?? '');
      },
    },
    events: {
      readRecentPlace: async () => '0',
      readAfter: async (id) => {
        reads.push(id);
        const after = Array.from({ length: log.end }, (_, at) => at + 1).filter((each) => each > Number(id));
        const events = after.slice(0, 3).map(logged);
        const isCut = events.length === 3;
        return { events, isCut, readTo: isCut ? (events.at(-1)?.id ?? '') : String(log.end) };
      },
    },
    repStates: { readSnapshots: async () => [rep] },
    isConnected: () => cluster.isUp,
  });
  const note = (id: number) => relay.noteAnnouncement(announceAgain(logged(id), rep) as Announcement);
  const look = async (times: number) => {
    for (let time = 0; time < times; time += 1) await relay.look();
  };
  return { relay, shown, reads, cluster, note, look };
}

test('without a loss, nothing is read', async () => {
  const { look, shown, reads } = createRelay({ end: 9 });
  await look(40);
  expect({ shown, reads }).toEqual({ shown: [], reads: [] });
});

test('after a loss, each event that was not announced is shown once, also when a read does not return all', async () => {
  const { relay, note, look, shown } = createRelay({ end: 8 });
  note(2);
  note(5);
  relay.noteLoss();
  await look(20);
  expect(shown).toEqual(['1', '3', '4', '6', '7', '8']);
  relay.noteLoss();
  await look(20);
  expect(shown).toHaveLength(6);
});

test('while the instance is not connected, new events are shown at each look', async () => {
  const log = { end: 0 };
  const { look, shown, cluster } = createRelay(log);
  cluster.isUp = false;
  for (log.end = 1; log.end <= 40; log.end += 1) await look(1);
  expect(shown).toEqual(Array.from({ length: 40 }, (_, at) => String(at + 1)));
});

test('a loss is looked for from where the log was known at the fifteenth of the last looks', async () => {
  const log = { end: 100 };
  const { relay, note, look, reads } = createRelay(log);
  await look(1);
  for (let id = 1; id <= 100; id += 1) {
    note(id);
    await look(1);
  }
  relay.noteLoss();
  await look(1);
  expect(reads).toEqual(['87']);
});
