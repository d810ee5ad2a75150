/** A place in a list that is ordered by instant and id. */
export interface Position {
  at: Date;
  id: string;
}

export interface Page<Item> {
  items: readonly Item[];
  /** Of the last item; null when nothing follows. */
  next: Position | null;
}
