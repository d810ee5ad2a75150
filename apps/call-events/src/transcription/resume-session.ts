import { type Producer, type TakeLeaseDependencies, takeLease } from './leases/take-lease.ts';
import type { TranscriptionSessions } from './transcription-sessions.ts';

interface Dependencies extends TakeLeaseDependencies {
  sessions: Pick<TranscriptionSessions, 'resume'>;
}

export type Resumed = { sessionId: string } | { refusal: 'unknown_session' };

/** Resumes one of the rep's own sessions, finalized or not; a producer that held its lease loses it. */
export function createResumeTranscriptionSession(dependencies: Dependencies) {
  return async (producer: Producer, sessionId: string): Promise<Resumed> => {
    const taken = await takeLease(dependencies, producer, sessionId, async (token) =>
      (await dependencies.sessions.resume(sessionId, producer.userId, token)) ? sessionId : null,
    );
    return taken ?? { refusal: 'unknown_session' };
  };
}
