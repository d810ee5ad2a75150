import type { TranscriptEntry } from '@callside/schemas';
import type { TranscriptChunk } from '../records/rules/chat-on-file.ts';

/** A stored piece of a transcript, in every answer and push. */
export function chunkView({ sequence, speaker, text, startedAt, endedAt }: TranscriptChunk): TranscriptEntry {
  return { sequence, speaker, text, started_at: startedAt.toISOString(), ended_at: endedAt.toISOString() };
}
