import { noCompanions } from '../../test/support/no-companions.ts';
import { recordingView } from '../calls/index.ts';
import { initialRepState } from '../calls/rules/call-state.ts';
import type { PresentCompanions, RepSnapshot } from '../calls/rules/rep-state.ts';
import { Fence } from './fence.ts';
import { type KnownRep, Look } from './look.ts';
import type { Shown } from './rep-stream.ts';
import { companionKnowledgeOf } from './rules/companion-knowledge.ts';
import type { TabMessage } from './rules/messages.ts';
import { Streams } from './streams.ts';

const userId = 'ada';
const sequence = 7;

const repAt = (position: number, companions: PresentCompanions = noCompanions): RepSnapshot => ({
  userId,
  agentEmail: 'ada@reps.example',
  position,
  state: { ...initialRepState, recordingSequence: sequence, version: position },
  recordingBy: 'companion',
  companions,
  confirmation: null,
});

const connected = (acknowledgedSequence: number): PresentCompanions => ({
  ...noCompanions,
  connected: 1,
  acknowledgedSequence,
  acknowledgedAt: new Date(0),
});

const shownOf = (rep: RepSnapshot): Shown => ({
  version: rep.state.version,
  heardSequence: sequence,
  recordingSequence: sequence,
  offers: null,
  companions: companionKnowledgeOf(recordingView(rep)),
  isOnCall: true,
});

/** An instance whose tab has the state of a rep. */
function setUp(rep: RepSnapshot) {
  const database = { rep };
  const heard: TabMessage[] = [];
  const restarted: string[] = [];
  const streams = new Streams<string>({
    sockets: { toRoom: (_, message) => heard.push(message), toTab: () => {}, toCompanion: () => {} },
    log: { readAfter: async () => null },
    onFailure: (error) => {
      throw error;
    },
  });
  const look = new Look({
    streams,
    fence: new Fence({ now: () => 0 }),
    store: {
      readChanges: async (known: KnownRep[]) => {
        const fingerprint = JSON.stringify(database.rep);
        const stored = { ...database.rep, hasDesk: true, offersSequence: null, fingerprint };
        const isChanged = known[0]?.fingerprint !== fingerprint;
        return { at: new Date(0), isNew: false, changed: isChanged ? [stored] : [] };
      },
      readSnapshots: async () => [database.rep],
      deleteGoneInstances: async () => {},
    },
    closeSockets: () => {},
    restartSockets: (id) => restarted.push(id),
    onNewInstance: () => {},
    onLooked: () => {},
    now: () => 0,
  });
  const join = (tab: string, at: RepSnapshot) => {
    const stream = streams.open(userId);
    const meanwhile = stream.startJoining();
    stream.joinTab(tab, at.position, { meanwhile, shown: shownOf(at) });
    stream.endJoining(meanwhile);
  };
  join('first', rep);
  return { database, heard, restarted, look, join };
}

it('closes the connections of a rep when the database has lost events of theirs', async () => {
  const { database, restarted, look } = setUp(repAt(12));
  await look.all();
  expect(restarted).toEqual([]);
  database.rep = repAt(11);
  await look.all();
  expect(restarted).toEqual([userId]);
});

it('sends all tabs the whole state when one has joined with another claim than the others', async () => {
  const requested = repAt(1, connected(sequence - 1));
  const { heard, look, join } = setUp(requested);
  await look.all();
  // Confirmed for a moment, until another companion connected.
  join('second', repAt(1, connected(sequence)));
  await look.all();
  expect(heard.map(({ name }) => name)).toEqual(['call.state']);
});
