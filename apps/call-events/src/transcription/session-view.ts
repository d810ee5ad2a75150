import type { TranscriptionSession } from '@callside/schemas';
import { ServiceError } from '@callside/service-kit';
import type { Liveness } from './rules/transcription-liveness.ts';

/** A session as reads return it. Throws `unavailable` if its liveness is unknown. */
export function transcriptionSessionView(
  { finalizedAt, endedAt }: { finalizedAt: Date | null; endedAt: Date | null },
  liveness: Liveness,
): TranscriptionSession {
  if (liveness === 'unknown') {
    throw new ServiceError({
      code: 'unavailable',
      message: 'Whether the transcription session is live cannot be read at the moment; retry later.',
    });
  }
  return {
    live: liveness === 'live',
    finalized_at: finalizedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
  };
}
