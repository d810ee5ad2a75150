// Any interleaving of announcements, reads of the log and joins, against the simplest model: a list.

import { setImmediate as allQueuedWork } from 'node:timers/promises';
import fc from 'fast-check';
import { noCompanions } from '../../test/support/no-companions.ts';
import { initialRepState } from '../calls/rules/call-state.ts';
import type { RepSnapshot } from '../calls/rules/rep-state.ts';
import { entryAnnouncement, type LogEntry } from './messages-of-events.ts';
import type { Meanwhile, RepStream, Shown } from './rep-stream.ts';
import type { TabMessage } from './rules/messages.ts';
import { eventsAPage, type RepLog, Streams } from './streams.ts';

interface Tab {
  /** Of its first state. */
  joinedAt: number | null;
  heard: number[];
}

const userId = 'ada';

const shown: Shown = {
  version: 0,
  heardSequence: 0,
  recordingSequence: 0,
  offers: null,
  companions: { by: 'companion', companion: 'absent', state: 'unknown' },
  isOnCall: false,
};

const repAt = (position: number): RepSnapshot => ({
  userId,
  agentEmail: 'ada@reps.example',
  position,
  state: { ...initialRepState, version: position },
  recordingBy: 'companion',
  companions: noCompanions,
  confirmation: null,
});

const entryAt = (position: number): LogEntry => ({
  id: String(position),
  event: 'hold-started',
  eventId: null,
  userId,
  metadata: '{}',
  occurredAt: new Date(0),
  receivedAt: new Date(0),
  agentResolved: true,
  callActive: false,
  position,
  callReference: null,
  supersededReference: null,
  recordingSequence: null,
});

/** An instance with tabs, whose reads of the log are answered when the test says so. */
function setUp() {
  const database = { position: 0 };
  const reads: { asked: number; answer: (log: RepLog) => void }[] = [];
  const room = new Set<Tab>();
  const hear = (tab: Tab, message: TabMessage) => {
    if (message.name === 'call.event') tab.heard.push(message.payload.position ?? 0);
  };
  const streams = new Streams<Tab>({
    sockets: {
      toRoom: (_, message) => {
        for (const tab of room) hear(tab, message);
      },
      toTab: hear,
      toCompanion: () => {},
    },
    log: {
      readAfter: ({ position }) => new Promise((resolve) => reads.push({ asked: position, answer: resolve })),
    },
    onFailure: (error) => {
      throw error;
    },
  });
  const joining: { tab: Tab; at: number; stream: RepStream<Tab>; meanwhile: Meanwhile }[] = [];
  const tabs: Tab[] = [];

  return {
    database,
    tabs,
    announce: (position: number) =>
      void streams.receive(entryAnnouncement(entryAt(position), repAt(database.position))),
    startJoining: () => {
      const stream = streams.open(userId);
      const tab: Tab = { joinedAt: null, heard: [] };
      tabs.push(tab);
      joining.push({ tab, at: Number.NaN, stream, meanwhile: stream.startJoining() });
    },
    readSnapshot: () => {
      for (const one of joining) if (Number.isNaN(one.at)) one.at = database.position;
    },
    endJoining: () => {
      const index = joining.findIndex(({ at }) => !Number.isNaN(at));
      const [one] = index === -1 ? [] : joining.splice(index, 1);
      if (one === undefined) return;
      one.tab.joinedAt = one.at;
      room.add(one.tab);
      one.stream.joinTab(one.tab, one.at, { meanwhile: one.meanwhile, shown });
      one.stream.endJoining(one.meanwhile);
    },
    answerRead: async () => {
      const read = reads.shift();
      const events = Array.from({ length: database.position - (read?.asked ?? 0) }, (_, index) =>
        entryAt((read?.asked ?? 0) + index + 1),
      );
      read?.answer({ rep: repAt(database.position), events: events.slice(0, eventsAPage) });
      await allQueuedWork();
    },
    look: () => {
      const stream = streams.find(userId);
      if (stream?.position != null) void streams.catchUp(stream, database.position);
    },
    hasReads: () => reads.length > 0,
    isJoining: () => joining.length > 0,
  };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant('commit' as const) },
  // The positions that are announced then: lost, double, late and out of order.
  { weight: 6, arbitrary: fc.nat(10).map((back) => ({ announce: back })) },
  { weight: 8, arbitrary: fc.constantFrom('start joining', 'read snapshot', 'end joining', 'answer read', 'look') },
);

test('every tab has each event after its first state once, in order, after one look', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const instance = setUp();
      const { database, tabs } = instance;
      for (const one of steps) {
        if (typeof one === 'object') {
          const position = database.position - one.announce;
          if (position > 0) instance.announce(position);
        } else if (one === 'commit') database.position += 1;
        else if (one === 'start joining') instance.startJoining();
        else if (one === 'read snapshot') instance.readSnapshot();
        else if (one === 'end joining') instance.endJoining();
        else if (one === 'answer read') await instance.answerRead();
        else instance.look();
      }
      instance.readSnapshot();
      while (instance.isJoining()) instance.endJoining();
      instance.look();
      await allQueuedWork();
      while (instance.hasReads()) await instance.answerRead();
      for (const { joinedAt, heard } of tabs) {
        const from = joinedAt ?? 0;
        expect(heard).toEqual(Array.from({ length: database.position - from }, (_, index) => from + index + 1));
      }
    }),
    { numRuns: 300 },
  );
});

test('where events of the log are missing, a tab gets the state, then only events that come after it', async () => {
  const heard: string[] = [];
  const streams = new Streams<string>({
    sockets: {
      toRoom: (_, { name, payload }) => heard.push(`${name} ${'position' in payload ? payload.position : ''}`),
      toTab: () => {},
      toCompanion: () => {},
    },
    log: { readAfter: async () => ({ rep: repAt(4), events: [1, 3, 4].map(entryAt) }) },
    onFailure: (error) => {
      throw error;
    },
  });
  const stream = streams.open(userId);
  stream.joinTab('tab', 0, { meanwhile: [], shown });
  await streams.catchUp(stream, 4);
  void streams.receive(entryAnnouncement(entryAt(5), repAt(5)));
  expect(heard).toEqual(['call.event 1', 'call.state 4', 'call.event 5']);
});
