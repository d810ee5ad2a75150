import {
  type ChunkStored,
  type SessionClosed,
  type SessionReference,
  companionClientEventSchemas as schemas,
} from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import type { createCloseTranscriptionSession } from '../use-cases/close-transcription-session.ts';
import type { createOpenTranscriptionSession } from '../use-cases/open-transcription-session.ts';
import type { createResumeTranscriptionSession } from '../use-cases/resume-transcription-session.ts';
import type { Producer } from '../use-cases/take-lease.ts';
import type { NewChunk, TranscriptionSessions } from '../use-cases/transcription-sessions.ts';
import { createRequestAnswerer, type Outcome } from './answer-requests.ts';
import type { PushSocket } from './socket-types.ts';

export interface SessionDependencies {
  openSession: ReturnType<typeof createOpenTranscriptionSession>;
  resumeSession: ReturnType<typeof createResumeTranscriptionSession>;
  closeSession: ReturnType<typeof createCloseTranscriptionSession>;
  storeChunk: TranscriptionSessions['storeChunk'];
  /** Never waits; answers whether the producer holds the lease. */
  frame: (sessionId: string, producerId: string, bytes: number) => void;
  /** Never rejects. */
  leave: (producerId: string) => Promise<void>;
  logger: Logger;
}

/** The transcription sessions of one companion: what it asks is answered by acknowledgement, frames where it asks for one. */
export function serveSessions(socket: PushSocket, dependencies: SessionDependencies): void {
  const { openSession, resumeSession, closeSession, storeChunk, frame, leave, logger } = dependencies;
  const { user } = socket.data;
  if (user === undefined) throw new Error('a socket has passed no guard');
  const producer: Producer = {
    id: socket.id,
    userId: user.id,
    brandId: user.brandId,
    isConnected: () => socket.connected,
  };
  const answering = createRequestAnswerer(logger);

  socket.on(
    'session.open',
    answering(schemas['session.open'], async ({ call_reference }) =>
      toReference(await openSession(producer, call_reference)),
    ),
  );
  socket.on(
    'session.resume',
    answering(schemas['session.resume'], async ({ session_id }) =>
      toReference(await resumeSession(producer, session_id)),
    ),
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
      const { session_id: sessionId, sequence, speaker, text } = chunk;
      const [startedAt, endedAt] = [new Date(chunk.started_at), new Date(chunk.ended_at)];
      const newChunk: NewChunk = { sessionId, sequence, speaker, text, startedAt, endedAt };
      const stored = await storeChunk(user.id, newChunk);
      if (stored === 'unknown session') return { refusal: 'unknown_session' };
      return { answer: { sequence, duplicate: stored === 'duplicate' } };
    }),
  );
  socket.on('session.frame', (sessionId: unknown, bytes: unknown, acknowledge: unknown) => {
    const answer = typeof acknowledge === 'function' ? acknowledge : () => {};
    if (typeof sessionId !== 'string' || !(bytes instanceof Uint8Array)) {
      answer({ error: { code: 'invalid', message: 'session.frame takes the session_id and the bytes of the frame' } });
      return;
    }
    frame(sessionId.toLowerCase(), socket.id, bytes.byteLength);
    answer({ session_id: sessionId });
  });
  socket.on('disconnect', () => void leave(socket.id));
}

function toReference(
  taken: { sessionId: string } | { refusal: 'no_live_call' | 'unknown_call' | 'unknown_session' },
): Outcome<SessionReference> {
  return 'refusal' in taken ? taken : { answer: { session_id: taken.sessionId } };
}
