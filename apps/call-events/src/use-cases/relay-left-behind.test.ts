import { noCompanions } from '../../test/support/no-companions.ts';
import type { LeftBehindEvent } from '../adapters/left-behind-event-store.ts';
import type { LoggedEvent } from '../domain/call-event.ts';
import { initialRepState } from '../domain/call-state.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { Announcement } from '../views/messages.ts';
import { relayLeftBehind } from './relay-left-behind.ts';

const logged = (id: string, userId: string, metadata = '{}'): LoggedEvent => ({
  id,
  event: 'hold-started',
  eventId: id,
  userId,
  metadata,
  occurredAt: new Date(0),
  receivedAt: new Date(0),
  agentResolved: true,
  callActive: true,
  relayed: false,
});

const readable = (event: LoggedEvent): LeftBehindEvent => ({ id: event.id ?? '', read: () => event });

const snapshot = (userId: string): RepSnapshot => ({
  userId,
  agentEmail: `${userId}@reps.example`,
  state: { ...initialRepState, version: 7 },
  companions: noCompanions,
  confirmation: null,
});

async function sweep(events: LeftBehindEvent[], relay: (announcement: Announcement) => number = () => 1) {
  const asked: string[][] = [];
  const failures: string[] = [];
  let delivered: string[] = [];
  const count = await relayLeftBehind({
    leftBehind: {
      take: async (deliver) => {
        delivered = await deliver(events);
        return delivered.length;
      },
    },
    repStates: {
      readSnapshots: async (userIds) => {
        asked.push([...userIds]);
        return userIds.filter((userId) => userId !== 'gone').map(snapshot);
      },
    },
    relay,
    onFailure: (eventId) => failures.push(eventId),
  });
  return { asked, failures, delivered, count };
}

test('the snapshots of all reps are read in one query', async () => {
  const events = Array.from({ length: 200 }, (_, index) => readable(logged(String(index), `rep-${index % 50}`)));
  const { asked, count } = await sweep(events);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toHaveLength(50);
  expect(count).toBe(200);
});

test.each<[string, LeftBehindEvent]>([
  [
    'whose row is invalid',
    {
      id: '2',
      read: () => {
        throw new Error('what is this?');
      },
    },
  ],
  ['whose metadata is no JSON', readable(logged('2', 'rep', 'no JSON'))],
])('an event %s is reported and kept, and the others are relayed', async (_title, bad) => {
  const result = await sweep([readable(logged('1', 'rep')), bad, readable(logged('3', 'rep'))]);
  expect(result).toMatchObject({ delivered: ['1', '3'], failures: ['2'], count: 2 });
});

test('an event whose relay fails is reported and kept, and the others are relayed', async () => {
  const relay = ({ userId }: Announcement) => {
    if (userId === 'bad') throw new Error('cannot be encoded');
    return 0;
  };
  const events = ['bad', 'rep', 'bad', 'rep'].map((userId, index) => readable(logged(String(index), userId)));
  expect(await sweep(events, relay)).toMatchObject({ delivered: ['1', '3'], failures: ['0', '2'] });
});

test('an event of a deleted user counts as relayed', async () => {
  expect(await sweep([readable(logged('1', 'gone'))])).toMatchObject({ delivered: ['1'], failures: [] });
});
