import { setTimeout as pause } from 'node:timers/promises';
import type { RepSnapshot } from '../calls/index.ts';
import { entryAnnouncement, type LogEntry, recordingAnnouncement, stateMessage } from './messages-of-events.ts';
import { RepStream, type Sockets } from './rep-stream.ts';
import type { Announcement } from './rules/messages.ts';

/** What the log says of a rep: the events after a position, in order, and the state, of one moment. */
export interface RepLog {
  rep: RepSnapshot;
  /** Not all of them: a page. */
  events: LogEntry[];
}

interface Dependencies<Socket> {
  sockets: Sockets<Socket>;
  log: { readAfter: (asked: { userId: string; position: number }) => Promise<RepLog | null> };
  onFailure: (error: unknown) => void;
}

/** Of the log. */
export const eventsAPage = 200;
/** An answer waits this long for the events before its own. */
const longestWaitMs = 100;

/** A stream for each rep with a socket on this instance. Nothing is kept for other reps. */
export class Streams<Socket> {
  readonly #dependencies: Dependencies<Socket>;
  readonly #streams = new Map<string, RepStream<Socket>>();
  readonly #reading = new Map<string, Promise<void>>();

  constructor(dependencies: Dependencies<Socket>) {
    this.#dependencies = dependencies;
  }

  all(): Iterable<RepStream<Socket>> {
    return this.#streams.values();
  }

  find(userId: string): RepStream<Socket> | undefined {
    return this.#streams.get(userId);
  }

  /** The stream of a rep whose socket connects. Must be followed by `drop` when the socket has left. */
  open(userId: string): RepStream<Socket> {
    const stream = this.#streams.get(userId) ?? new RepStream(userId, this.#dependencies.sockets);
    this.#streams.set(userId, stream);
    return stream;
  }

  /** Removes a stream without sockets. */
  drop(stream: RepStream<Socket>): void {
    if (stream.isEmpty && this.#streams.get(stream.userId) === stream) this.#streams.delete(stream.userId);
  }

  /**
   * An announcement of any instance. Returns the number of tabs here that have its event; when it has to wait for events before it, which
   * are then read from the log, a promise of that number.
   */
  receive(announcement: Announcement): number | Promise<number> {
    const stream = this.#streams.get(announcement.userId);
    if (stream === undefined) return 0;
    stream.receive(announcement);
    if (!stream.hasGap) return tabsWith(stream, announcement);
    const caughtUp = this.catchUp(stream, announcement.position ?? announcement.after);
    return Promise.race([caughtUp, pause(longestWaitMs, undefined, { ref: false })]).then(() =>
      tabsWith(stream, announcement),
    );
  }

  /** Reads and delivers the events up to this position at least. Never rejects: the next look finds what is still missing. */
  catchUp(stream: RepStream<Socket>, position: number): Promise<void> {
    const running = this.#reading.get(stream.userId);
    const reading = (running ? running.then(() => this.#readUpTo(stream, position)) : this.#readUpTo(stream, position))
      .catch(this.#dependencies.onFailure)
      .finally(() => {
        if (this.#reading.get(stream.userId) === reading) this.#reading.delete(stream.userId);
      });
    this.#reading.set(stream.userId, reading);
    return reading;
  }

  async #readUpTo(stream: RepStream<Socket>, position: number): Promise<void> {
    while (stream.position !== null && stream.position < position) {
      const read = await this.#dependencies.log.readAfter({ userId: stream.userId, position: stream.position });
      if (read === null) return;
      deliverLog(stream, read);
      if (stream.position >= read.rep.position) return;
    }
  }
}

/** Delivers a page of the log. Where events of it are missing, tabs get the current state in place of what follows. */
function deliverLog<Socket>(stream: RepStream<Socket>, { rep, events }: RepLog): void {
  if (stream.position === null || stream.position >= rep.position) return;
  for (const entry of events) {
    if (entry.position <= stream.position + 1) stream.receive(entryAnnouncement(entry, rep));
  }
  const last = events[eventsAPage - 1] ?? rep;
  if (stream.position < last.position) {
    stream.tell(stateMessage(rep));
    stream.advance(rep.position);
  }
  tellRecording(stream, rep);
}

/** Companions get the newest recording state in place of each one that they missed, after the calls that they missed. */
function tellRecording<Socket>(stream: RepStream<Socket>, rep: RepSnapshot): void {
  if (stream.shown.heardSequence >= rep.state.recordingSequence) return;
  stream.receive(recordingAnnouncement(rep, stream.position ?? 0));
}

function tabsWith<Socket>({ position, tabs }: RepStream<Socket>, announcement: Announcement): number {
  const has = position !== null && position >= (announcement.position ?? announcement.after);
  return has && announcement.tabs.length > 0 ? tabs : 0;
}
