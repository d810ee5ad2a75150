import { noCompanions } from '../../test/support/no-companions.ts';
import type { OffersOnFile } from '../domain/call-offers.ts';
import { initialRepState } from '../domain/call-state.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { TabMessage } from '../views/messages.ts';
import { type CompanionKnowledge, knowledgeAfter } from '../views/recording.ts';
import { AudienceRefresh, type Listener, type OffersMark } from './refresh-audience.ts';

const userId = 'rep';

const noOffers: Omit<OffersOnFile, keyof OffersMark> = {
  status: 'unavailable',
  recommendationId: null,
  items: [],
  stockAgeSeconds: null,
  askedAt: new Date(),
  anchors: [],
  titles: {},
  outcomes: [],
};

/** A rep in the database, with sockets that record what was sent to them. */
function setUp(kinds: Listener['kind'][]) {
  const onFile = {
    version: 1,
    recordingSequence: 100,
    active: true,
    companions: noCompanions,
    offers: null as OffersMark | null,
  };
  const faults = { changes: false, snapshots: false };
  const sockets = kinds.map((kind) => ({
    kind,
    mark: kind === 'tab' ? 1 : 100,
    heard: 0,
    shown: { companion: 'absent', state: 'unknown' } as CompanionKnowledge,
    news: [] as string[],
    offers: null as OffersMark | null,
  }));
  const closed: string[] = [];
  const losses = { unreported: 0 };
  const listeners = (): Listener[] =>
    sockets.map((socket, index) => {
      const listener = {
        id: String(index),
        userId,
        delivered: () => socket.mark,
        sendState: ({ state }: RepSnapshot) => {
          socket.mark = socket.kind === 'tab' ? state.version : state.recordingSequence;
          socket.heard += 1;
        },
      };
      if (socket.kind === 'companion') return { ...listener, kind: 'companion' };
      const send = (message: TabMessage) => {
        socket.shown = knowledgeAfter(socket.shown, message, onFile.recordingSequence);
        socket.news.push(message.name);
      };
      return {
        ...listener,
        kind: 'tab',
        deliveredOffers: () => socket.offers,
        sendOffers: ({ callReference, sequence }) => {
          socket.offers = { callReference, sequence };
          socket.news.push(`offers ${sequence}`);
        },
        shown: () => socket.shown,
        send,
      };
    });
  const refresh = new AudienceRefresh({
    audience: { listeners, closeSockets: (closedId) => closed.push(closedId) },
    repStates: {
      readChangedReps: async ([known]) => {
        if (faults.changes) throw new Error('PostgreSQL is away');
        const fingerprint = JSON.stringify(onFile);
        const at = new Date();
        if (known?.fingerprint === fingerprint) return { at, changed: [] };
        const { version, active, companions, recordingSequence, offers } = onFile;
        const state = { recordingPaused: false, recordingSequence };
        return {
          at,
          changed: [{ userId, version, active, state, companions, confirmation: null, offers, fingerprint }],
        };
      },
      readSnapshots: async (): Promise<RepSnapshot[]> => {
        if (faults.snapshots) throw new Error('PostgreSQL is away');
        const { version, recordingSequence, companions } = onFile;
        const offers = onFile.offers && { ...noOffers, ...onFile.offers };
        const state = { ...initialRepState, version, recordingSequence };
        return [{ userId, agentEmail: 'rep@brand.example', state, companions, confirmation: null, offers }];
      },
    },
    onUnreportedLoss: () => {
      losses.unreported += 1;
    },
  });
  return { onFile, faults, sockets, closed, losses, refresh };
}

describe('AudienceRefresh', () => {
  it('updates a companion at the second look, for any version sent to the tabs of its rep', async () => {
    const { onFile, sockets, refresh } = setUp(['tab', 'companion']);
    Object.assign(onFile, { version: 3, recordingSequence: 200 });
    sockets[0]!.mark = 3;
    await refresh.look();
    expect(sockets.map(({ heard }) => heard)).toEqual([0, 0]);
    await refresh.look();
    expect(sockets.map(({ heard }) => heard)).toEqual([0, 1]);
    await refresh.look();
    expect(sockets.map(({ heard }) => heard)).toEqual([0, 1]);
  });

  it('reports a loss when a socket is behind at two looks, and none that it was told of', async () => {
    const { onFile, losses, refresh } = setUp(['tab']);
    onFile.version = 2;
    await refresh.look();
    expect(losses.unreported).toBe(0);
    await refresh.look();
    expect(losses.unreported).toBe(1);
    onFile.version = 3;
    refresh.noteLoss();
    await refresh.look();
    await refresh.look();
    expect(losses.unreported).toBe(1);
  });

  it('updates a tab that missed a message even if another tab of the rep is up to date', async () => {
    const { onFile, sockets, refresh } = setUp(['tab', 'tab']);
    onFile.version = 2;
    sockets[1]!.mark = 2;
    await refresh.look();
    await refresh.look();
    expect(sockets.map(({ heard }) => heard)).toEqual([1, 0]);
  });

  it('does not update a socket that was updated between two looks and is behind only by a newer change', async () => {
    const { onFile, sockets, refresh } = setUp(['companion']);
    onFile.recordingSequence = 200;
    await refresh.look();
    sockets[0]!.mark = 200;
    onFile.recordingSequence = 300;
    await refresh.look();
    expect(sockets[0]!.heard).toBe(0);
  });

  it.each(['changes', 'snapshots'] as const)(
    'updates all sockets that are behind at once after a loss, and again after a failure to read the %s',
    async (fault) => {
      const { onFile, faults, sockets, refresh } = setUp(['tab', 'companion']);
      Object.assign(onFile, { version: 2, recordingSequence: 200 });
      refresh.noteLoss();
      faults[fault] = true;
      await expect(refresh.look()).rejects.toThrow();
      expect(sockets.map(({ heard }) => heard)).toEqual([0, 0]);
      faults[fault] = false;
      await refresh.look();
      expect(sockets.map(({ heard }) => heard)).toEqual([1, 1]);
      onFile.version = 3;
      await refresh.look();
      expect(sockets.map(({ heard }) => heard)).toEqual([1, 1]);
    },
  );

  it('sends a tab the loss of its companion at once, and a missed confirmation at the second look', async () => {
    const { onFile, sockets, refresh } = setUp(['tab']);
    const [tab] = sockets;
    onFile.companions = { connected: 1, acknowledgedSequence: 100, acknowledgedAt: new Date() };
    await refresh.look();
    expect(tab!.news).toEqual(['companion.presence']);
    await refresh.look();
    expect(tab!.shown).toEqual({ companion: 'connected', state: 'confirmed' });
    onFile.companions = { connected: 2, acknowledgedSequence: -1, acknowledgedAt: new Date() };
    await refresh.look();
    expect(tab!.shown.state).toBe('requested');
    onFile.companions = noCompanions;
    onFile.version = 2;
    await refresh.look();
    expect(tab!.shown).toEqual({ companion: 'absent', state: 'unknown' });
    expect(tab!.heard).toBe(0);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])(
    'dismisses an inactive user at the first look; companions get the end first if it can be read (fails: %s)',
    async (fails, heard) => {
      const { onFile, faults, sockets, closed, refresh } = setUp(['tab', 'companion']);
      Object.assign(onFile, { version: 2, recordingSequence: 200, active: false });
      faults.snapshots = fails;
      refresh.noteLoss();
      await refresh.look();
      expect({ closed, heard: sockets.map((socket) => socket.heard) }).toEqual({
        closed: [userId],
        heard: [0, heard],
      });
    },
  );

  it('sends a tab the offers that it lacks at the second look, whatever its version, and at once after a loss', async () => {
    const { onFile, sockets, refresh } = setUp(['tab', 'tab']);
    const [lacking, other] = sockets;
    onFile.offers = { callReference: 'a', sequence: 7 };
    other!.offers = { callReference: 'a', sequence: 7 };
    await refresh.look();
    expect([lacking!.news, other!.news]).toEqual([[], []]);
    await refresh.look();
    await refresh.look();
    expect([lacking!.news, other!.news]).toEqual([['offers 7'], []]);
    onFile.offers = { callReference: 'a', sequence: 8 };
    refresh.noteLoss();
    await refresh.look();
    expect([lacking!.news, other!.news]).toEqual([['offers 7', 'offers 8'], ['offers 8']]);
  });

  it('sends no offers that arrived between two looks', async () => {
    const { onFile, sockets, refresh } = setUp(['tab']);
    onFile.offers = { callReference: 'a', sequence: 7 };
    await refresh.look();
    sockets[0]!.offers = onFile.offers;
    onFile.offers = { callReference: 'a', sequence: 8 };
    await refresh.look();
    expect(sockets[0]!.news).toEqual([]);
  });
});
