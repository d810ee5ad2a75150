import { type Producer, type TakeLeaseDependencies, takeLease } from './take-lease.ts';
import type { TranscriptionSessions } from './transcription-sessions.ts';

interface Dependencies extends TakeLeaseDependencies {
  sessions: Pick<TranscriptionSessions, 'open'>;
  newSessionId: () => string;
}

export type Opened = { sessionId: string } | { refusal: 'no_live_call' | 'unknown_call' };

/**
 * Opens the session of a call of the rep's own, the live one when none is named, and makes the producer hold its lease.
 * A call that has a session of his already resumes it, so that an acknowledgement that got lost makes no second one.
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
