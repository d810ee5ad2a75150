import {
  type ChunkStored,
  maskCardNumbers,
  parseInstant,
  type SessionClosed,
  type SessionHeld,
  companionClientEventSchemas as schemas,
} from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import { createRequestAnswerer, type Outcome } from './answer-requests.ts';
import type { BytesInFlight } from './bytes-in-flight.ts';
import type { createCheckProducer } from './check-producer.ts';
import type { NewChunk } from './chunk-view.ts';
import type { createCloseTranscriptionSession } from './close-session.ts';
import type { Producer } from './leases/take-lease.ts';
import type { createOpenTranscriptionSession, createResumeTranscriptionSession } from './open-session.ts';
import type { TranscriptionSessions } from './sessions.store.ts';

/** The socket of a companion. */
interface CompanionSocket {
  readonly id: string;
  readonly connected: boolean;
  /** Set by the guard of the namespace. */
  readonly data: { user?: { id: string; brandId: string } };
  on(event: string, listener: (...args: unknown[]) => void): unknown;
}

export interface SessionDependencies {
  openSession: ReturnType<typeof createOpenTranscriptionSession>;
  resumeSession: ReturnType<typeof createResumeTranscriptionSession>;
  closeSession: ReturnType<typeof createCloseTranscriptionSession>;
  storeChunk: TranscriptionSessions['storeChunk'];
  /** Returns at once whether the producer holds the lease according to this instance. */
  frame: (sessionId: string, producerId: string, bytes: number) => boolean;
  /** Reads it from PostgreSQL. */
  isProducer: ReturnType<typeof createCheckProducer>;
  nextSequence: TranscriptionSessions['nextSequence'];
  /** Never rejects. */
  leave: (producerId: string) => Promise<void>;
  /** The bytes of the waiting requests of all companions. */
  waitingBytes: BytesInFlight;
  logger: Logger;
}

/** The transcription sessions of one companion: every request is acknowledged; frames only if the client asks for it. */
export function serveSessions(socket: CompanionSocket, dependencies: SessionDependencies): void {
  const { openSession, resumeSession, closeSession, storeChunk, nextSequence } = dependencies;
  const { frame, isProducer, leave, waitingBytes, logger } = dependencies;
  const { user } = socket.data;
  if (user === undefined) throw new Error('a socket has passed no guard');
  const producer: Producer = {
    id: socket.id,
    userId: user.id,
    brandId: user.brandId,
    isConnected: () => socket.connected,
  };
  const answering = createRequestAnswerer({ account: waitingBytes.accountOf(user.id), logger });

  async function held(
    taken: { sessionId: string } | { refusal: 'no_live_call' | 'unknown_call' | 'unknown_session' },
  ): Promise<Outcome<SessionHeld>> {
    if ('refusal' in taken) return taken;
    return { answer: { session_id: taken.sessionId, next_sequence: await nextSequence(taken.sessionId) } };
  }

  socket.on(
    'session.open',
    answering(schemas['session.open'], async ({ call_reference }) => held(await openSession(producer, call_reference))),
  );
  socket.on(
    'session.resume',
    answering(schemas['session.resume'], async ({ session_id }) => held(await resumeSession(producer, session_id))),
  );
  socket.on(
    'session.close',
    answering(schemas['session.close'], async ({ session_id }): Promise<Outcome<SessionClosed>> => {
      const closed = await closeSession(producer, session_id);
      if ('refusal' in closed) return closed;
      return { answer: { session_id, finalized_at: closed.finalizedAt.toISOString() } };
    }),
  );
  socket.on(
    'session.chunk',
    answering(schemas['session.chunk'], async (chunk): Promise<Outcome<ChunkStored>> => {
      const { session_id: sessionId, sequence } = chunk;
      const [speaker, text] = [maskCardNumbers(chunk.speaker), maskCardNumbers(chunk.text)];
      // An offset may move an instant out of the years that can be stored: use the time of receipt instead.
      const startedAt = parseInstant(chunk.started_at) ?? new Date();
      const endedAt = parseInstant(chunk.ended_at) ?? new Date();
      const newChunk: NewChunk = {
        sessionId,
        sequence,
        speaker: speaker.text,
        text: text.text,
        startedAt,
        endedAt,
        masked: speaker.masked + text.masked,
      };
      const { outcome } = await storeChunk(user.id, newChunk);
      if (outcome === 'unknown session') return { refusal: 'unknown_session' };
      return { answer: { sequence, duplicate: outcome === 'duplicate' } };
    }),
  );
  const confirmFrame = answering(schemas['session.resume'], async ({ session_id }) =>
    (await isProducer(producer, session_id)) ? { answer: { session_id } } : { refusal: 'not_producer' },
  );
  socket.on('session.frame', (...args: unknown[]) => {
    const acknowledge = args.at(-1);
    const answer = typeof acknowledge === 'function' ? acknowledge : () => {};
    const [sessionId, bytes] = args;
    if (typeof sessionId !== 'string' || sessionId.length > uuidLength || !(bytes instanceof Uint8Array)) {
      answer({ error: { code: 'invalid', message: 'session.frame takes the session_id and the bytes of the frame' } });
      return;
    }
    const isHeld = frame(sessionId.toLowerCase(), socket.id, bytes.byteLength);
    if (!isHeld) answer(notHeld);
    // Fifty frames a second must cost no read; those that ask for an answer do.
    else if (typeof acknowledge === 'function') confirmFrame({ session_id: sessionId }, acknowledge);
  });
  socket.on('disconnect', () => void leave(socket.id));
}

const uuidLength = 36;
const notHeld = {
  error: { code: 'not_producer', message: 'This connection does not hold such a session; open or resume it first.' },
};
