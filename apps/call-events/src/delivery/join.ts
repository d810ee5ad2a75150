import type { Logger } from '@callside/service-kit';
import { type RepSnapshot, recordingStateView, recordingView } from '../calls/index.ts';
import type { CompanionStore } from './companions.store.ts';
import { roomOf } from './connections/room.ts';
import { sendToCompanion } from './connections/send-to-companion.ts';
import type { PushNamespace, PushSocket } from './connections/socket-types.ts';
import type { Fence } from './fence.ts';
import { stateMessage } from './messages-of-events.ts';
import type { Meanwhile, RepStream, Shown, Sockets } from './rep-stream.ts';
import { companionKnowledgeOf } from './rules/companion-knowledge.ts';
import type { Streams } from './streams.ts';

type RepStreams = Streams<PushSocket>;

interface Dependencies {
  streams: RepStreams;
  outlet: Sockets<PushSocket>;
  fence: Fence;
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  logger: Logger;
}

/** A tab gets the whole state, then every event from there on. */
export function joinTabs(namespace: PushNamespace, dependencies: Dependencies): void {
  const { outlet } = dependencies;
  namespace.on('connection', (socket) =>
    join(socket, dependencies, async (rep, stream, meanwhile) => {
      outlet.toTab(socket, stateMessage(rep));
      // In the room at once, and not awaited before it joins the stream: what the stream then says must reach it, once.
      const isIn = socket.join(roomOf(rep.userId));
      stream.joinTab(socket, rep.position, { meanwhile, shown: shownOf(rep) });
      await isIn;
    }),
  );
}

/** A companion gets the recording state, then its changes. An instance that cannot reach the database takes none. */
export function joinCompanions(
  namespace: PushNamespace,
  { companions, ...dependencies }: Dependencies & { companions: Pick<CompanionStore, 'connect'> },
): void {
  const { fence } = dependencies;
  namespace.on('connection', (socket) => {
    // Over the limit of sockets: its 'disconnect' has already happened, so its presence would never be removed.
    if (!socket.connected) return;
    join(
      socket,
      {
        ...dependencies,
        readSnapshot: async (userId) => {
          await companions.connect(socket.id, { userId, protocol: socket.data.protocol ?? 1 });
          return dependencies.readSnapshot(userId);
        },
      },
      async (rep, stream, meanwhile) => {
        if (fence.isFenced()) throw new Error('the database is not in reach');
        sendToCompanion(socket, { name: 'recording.state', payload: recordingStateView(rep.state) });
        stream.joinCompanion(socket, rep.position, { meanwhile, shown: shownOf(rep) });
        await socket.join(roomOf(rep.userId));
      },
    );
  });
}

function join(
  socket: PushSocket,
  { streams, readSnapshot, logger }: Dependencies,
  enter: (rep: RepSnapshot, stream: RepStream<PushSocket>, meanwhile: Meanwhile) => Promise<void>,
): void {
  const userId = socket.data.user?.id;
  if (userId === undefined) throw new Error('a socket has passed no guard');
  const stream = streams.open(userId);
  const meanwhile = stream.startJoining();
  const leave = () => {
    stream.endJoining(meanwhile);
    stream.leave(socket);
    streams.drop(stream);
  };
  socket.on('disconnect', leave);
  readSnapshot(userId)
    .then(async (rep) => {
      if (rep === null) throw new Error('the user of a socket does not exist');
      // A closed socket would stay in the stream forever.
      if (socket.connected) await enter(rep, stream, meanwhile);
    })
    .catch((error: unknown) => {
      logger.warn({ err: error }, 'a socket could not get its first state');
      // Closes the transport, not the socket: the client treats it as a lost connection and reconnects.
      socket.conn.close();
    })
    .finally(() => stream.endJoining(meanwhile));
}

function shownOf(rep: RepSnapshot): Shown {
  const { version, recordingSequence, call } = rep.state;
  return {
    version,
    heardSequence: recordingSequence,
    recordingSequence,
    offers: rep.offers ? { callReference: rep.offers.callReference, sequence: rep.offers.sequence } : null,
    companions: companionKnowledgeOf(recordingView(rep)),
    isOnCall: call !== null,
  };
}
