import type { TranscriptEntry } from '@callside/schemas';

export interface TranscriptChunk {
  sequence: number;
  speaker: string;
  text: string;
  /** By the companion's clock. */
  startedAt: Date;
  endedAt: Date;
}

export interface NewChunk extends TranscriptChunk {
  sessionId: string;
  /** Card numbers that were masked in the text and the speaker. */
  masked: number;
}

/** A stored piece of a transcript, in every answer and push. */
export function chunkView({ sequence, speaker, text, startedAt, endedAt }: TranscriptChunk): TranscriptEntry {
  return { sequence, speaker, text, started_at: startedAt.toISOString(), ended_at: endedAt.toISOString() };
}
