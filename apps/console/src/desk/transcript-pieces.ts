// The pieces of a transcript are pushed and read. They may arrive late, twice and in any order.

import type { TranscriptChunkMessage, TranscriptEntry } from '@callside/schemas';

type Piece = TranscriptEntry & { session_id: string };

/** Enough for the pieces that were pushed since the last read. */
const mostPushed = 500;

/** Pushed pieces of one session by sequence, each once. A piece of another session starts a new list. */
export function addPieces(
  known: readonly TranscriptChunkMessage[],
  more: readonly TranscriptChunkMessage[],
): readonly TranscriptChunkMessage[] {
  const session = more.at(-1)?.session_id;
  if (session === undefined) return known;
  return mergePieces(
    known.filter(({ session_id }) => session_id === session),
    more.filter(({ session_id }) => session_id === session),
  ).slice(-mostPushed);
}

/** All pieces by sequence, each once. */
export function mergePieces<Any extends Pick<Piece, 'sequence'>>(known: readonly Any[], more: readonly Any[]): Any[] {
  const bySequence = new Map([...known, ...more].map((piece) => [piece.sequence, piece]));
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence);
}

/** The first sequence that is missing; null: none. Sequences begin at 0. */
export function firstGap(pieces: readonly Pick<Piece, 'sequence'>[]): number | null {
  const index = pieces.findIndex(({ sequence }, position) => sequence !== position);
  return index < 0 ? null : index;
}
