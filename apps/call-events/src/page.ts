/** A position in a list ordered by instant and id. */
export interface Position {
  at: Date;
  id: string;
}

export interface Page<Item> {
  items: readonly Item[];
  /** The position of the last item; null on the last page. */
  next: Position | null;
}

/** A position in a transcript, after this chunk. */
export interface TranscriptPosition {
  sessionId: string;
  sequence: number;
}
