import { setTimeout as pause } from 'node:timers/promises';
import type { RepSnapshot } from '../calls/index.ts';
import { entryAnnouncement, type LogEntry, recordingAnnouncement, stateAnnouncement } from './messages-of-events.ts';
import { RepStream, type Sockets } from './rep-stream.ts';
import type { Announcement } from './rules/messages.ts';

/** What the log says of a rep: the events after a position, in order, and the state, of one moment. */
export interface RepLog {
  rep: RepSnapshot;
  /** Not all of them: a page. */
  events: LogEntry[];
}

interface Dependencies<Tab, Companion> {
  sockets: Sockets<Tab, Companion>;
  log: { readAfter: (asked: { userId: string; position: number }) => Promise<RepLog | null> };
  onFailure: (error: unknown) => void;
}

/** Of the log. */
export const eventsAPage = 200;
/** An answer waits this long for the events before its own. */
const longestWaitMs = 100;

/** A stream for each rep with a socket on this instance. Nothing is kept for other reps. */
export class Streams<Tab, Companion> {
  readonly #dependencies: Dependencies<Tab, Companion>;
  readonly #streams = new Map<string, RepStream<Tab, Companion>>();
  readonly #reading = new Map<string, Promise<void>>();

  constructor(dependencies: Dependencies<Tab, Companion>) {
    this.#dependencies = dependencies;
  }

  all(): Iterable<RepStream<Tab, Companion>> {
    return this.#streams.values();
  }

  find(userId: string): RepStream<Tab, Companion> | undefined {
    return this.#streams.get(userId);
  }

  /** The stream of a rep whose socket connects. Must be followed by `drop` when the socket has left. */
  open(userId: string): RepStream<Tab, Companion> {
    const stream = this.#streams.get(userId) ?? new RepStream(userId, this.#dependencies.sockets);
    this.#streams.set(userId, stream);
    return stream;
  }

  /** Removes a stream without sockets. */
  drop(stream: RepStream<Tab, Companion>): void {
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
  catchUp(stream: RepStream<Tab, Companion>, position: number): Promise<void> {
    const running = this.#reading.get(stream.userId);
    const reading = (running ? running.then(() => this.#readUpTo(stream, position)) : this.#readUpTo(stream, position))
      .catch(this.#dependencies.onFailure)
      .finally(() => {
        if (this.#reading.get(stream.userId) === reading) this.#reading.delete(stream.userId);
      });
    this.#reading.set(stream.userId, reading);
    return reading;
  }

  async #readUpTo(stream: RepStream<Tab, Companion>, position: number): Promise<void> {
    while (stream.position !== null && stream.position < position) {
      const read = await this.#dependencies.log.readAfter({ userId: stream.userId, position: stream.position });
      if (read === null) return;
      deliverLog(stream, read);
      if (stream.position >= read.rep.position) return;
    }
  }
}

/** Delivers a page of the log. Where retention has removed events, the sockets get the current state instead. */
function deliverLog<Tab, Companion>(stream: RepStream<Tab, Companion>, { rep, events }: RepLog): void {
  const from = stream.position;
  if (from === null || from >= rep.position) return;
  for (const entry of events) {
    const position = stream.position ?? 0;
    if (entry.position > position + 1) {
      stream.receive(stateAnnouncement(rep, position + 1));
      stream.advance(entry.position - 1);
    }
    stream.receive(entryAnnouncement(entry, rep));
  }
  if (events.length < eventsAPage && (stream.position ?? 0) < rep.position) {
    stream.receive(stateAnnouncement(rep, (stream.position ?? 0) + 1));
    stream.advance(rep.position);
  }
  tellRecording(stream, rep);
}

/** Companions get the newest recording state in place of each one that they missed, after the calls that they missed. */
function tellRecording<Tab, Companion>(stream: RepStream<Tab, Companion>, rep: RepSnapshot): void {
  if (stream.shown.heardSequence >= rep.state.recordingSequence) return;
  stream.receive(recordingAnnouncement(rep, stream.position ?? 0));
}

function tabsWith<Tab, Companion>({ position, tabs }: RepStream<Tab, Companion>, announcement: Announcement): number {
  const has = position !== null && position >= (announcement.position ?? announcement.after);
  return has && announcement.tabs.length > 0 ? tabs : 0;
}
