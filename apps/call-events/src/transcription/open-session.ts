import { type Producer, type TakeLeaseDependencies, takeLease } from './leases/take-lease.ts';
import type { TranscriptionSessions } from './sessions.store.ts';

interface Dependencies extends TakeLeaseDependencies {
  sessions: Pick<TranscriptionSessions, 'open'>;
  newSessionId: () => string;
}

export type Opened = { sessionId: string } | { refusal: 'no_live_call' | 'unknown_call' };

/**
 * Opens the session of one of the rep's own calls (the live one by default) and gives its lease to the producer.
 * If the call already has a session of this rep, resumes it: a lost acknowledgement does not cause a second session.
 */
export function createOpenTranscriptionSession(dependencies: Dependencies) {
  const { sessions, newSessionId } = dependencies;

  return async (producer: Producer, callReference: string | null): Promise<Opened> => {
    const { userId, brandId } = producer;
    const newId = newSessionId();
    const taken = await takeLease(dependencies, producer, newId, (token) =>
      sessions.open({ userId, brandId, callReference, newSessionId: newId, token }),
    );
    return taken ?? { refusal: callReference === null ? 'no_live_call' : 'unknown_call' };
  };
}

interface ResumeDependencies extends TakeLeaseDependencies {
  sessions: Pick<TranscriptionSessions, 'resume'>;
}

/** Resumes one of the rep's own sessions, finalized or not; a producer that held its lease loses it. */
export function createResumeTranscriptionSession(dependencies: ResumeDependencies) {
  return async (
    producer: Producer,
    sessionId: string,
  ): Promise<{ sessionId: string } | { refusal: 'unknown_session' }> => {
    const taken = await takeLease(dependencies, producer, sessionId, async (token) =>
      (await dependencies.sessions.resume(sessionId, producer.userId, token)) ? sessionId : null,
    );
    return taken ?? { refusal: 'unknown_session' };
  };
}
