// A rep's events have positions 1, 2, 3, … without gaps. A stream moves the sockets of one instance forward along them: lost, late,
// double and out of order are each a comparison of two numbers.

export interface Positioned {
  /** Of an event; null: it is no event. */
  position: number | null;
  /** What is no event follows the events up to this position. Not used for an event. */
  after: number;
}

export interface Stream<Item extends Positioned> {
  /** Of the last event that the sockets have. */
  position: number;
  /** What came before its turn, in the order of its turns. */
  waiting: readonly Item[];
}

export interface Step<Item extends Positioned> {
  stream: Stream<Item>;
  /** To be delivered now, in order. */
  due: readonly Item[];
}

/** More that waits is dropped: the log has it. */
const mostWaiting = 1_000;

/** An announcement has arrived, from any instance, however late or often. */
export function receive<Item extends Positioned>(stream: Stream<Item>, item: Item): Step<Item> {
  const isDouble =
    item.position !== null &&
    (item.position <= stream.position || stream.waiting.some(({ position }) => position === item.position));
  const isDue = turnOf(item) <= stream.position;
  if (isDouble || (!isDue && stream.waiting.length >= mostWaiting)) return { stream, due: [] };
  if (isDue && stream.waiting.length === 0) {
    return { stream: { ...stream, position: item.position ?? stream.position }, due: [item] };
  }
  const later = stream.waiting.findIndex((other) => turnOf(other) > turnOf(item));
  const index = later === -1 ? stream.waiting.length : later;
  return settle({ ...stream, waiting: stream.waiting.toSpliced(index, 0, item) });
}

/** The sockets have all events up to this position: what waits for it is due, and what it contains is dropped. */
export function advance<Item extends Positioned>(stream: Stream<Item>, position: number): Step<Item> {
  return settle({ ...stream, position: Math.max(position, stream.position) });
}

function settle<Item extends Positioned>({ position: from, waiting }: Stream<Item>): Step<Item> {
  const due: Item[] = [];
  let position = from;
  let taken = 0;
  for (const item of waiting) {
    if (turnOf(item) > position) break;
    taken += 1;
    if (item.position !== null && item.position <= position) continue;
    due.push(item);
    position = item.position ?? position;
  }
  return { stream: { position, waiting: waiting.slice(taken) }, due };
}

/** The position that the stream must have before it. */
function turnOf({ position, after }: Positioned): number {
  return position === null ? after : position - 1;
}
