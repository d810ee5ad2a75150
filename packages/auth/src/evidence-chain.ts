// How digests of evidence are made and verified. Each covers the one before it and the fields of its entry.

import { createHmac, hash } from 'node:crypto';
import type { ChainedEvent, ChainedReport, PauseEvidence } from '@callside/schemas';

/** What the first entry of a chain follows. */
export const chainStart = '0'.repeat(64);

type Field = string | number | boolean | null | undefined;

/** No field contains a space. PostgreSQL computes the same for the chains of calls: `chain_call_evidence`. */
export function digestOf(previous: string, fields: readonly Field[]): string {
  return hash('sha256', `${previous} ${fields.map((field) => field ?? '-').join(' ')}`);
}

type EventFields = Omit<ChainedEvent, 'digest' | 'personal_state'>;

export function eventDigest(previous: string, event: EventFields): string {
  const { position, at, kind, applied, sequence, occurred_at, recording_by, opened_paused, personal } = event;
  const opened = opened_paused ? ['paused'] : [];
  return digestOf(previous, [position, at, kind, applied, sequence, occurred_at, recording_by, personal, ...opened]);
}

function reportDigest(previous: string, { number, at, kind, sequence, companion }: ChainedReport): string {
  return digestOf(previous, [number, at, kind, sequence, companion]);
}

/** Texts of an event that are about people. PostgreSQL stores no NUL, so it separates them. */
export function personalHmac(key: Uint8Array, texts: readonly (string | null)[]): string {
  const message = texts.map((text) => (text === null ? '\0' : `\0=${text}`)).join('');
  return createHmac('sha256', key).update(message).digest('hex');
}

/** Both chains by time; each stays in its own order, also where the clock went back. */
export function mergeChains(
  events: readonly ChainedEvent[],
  reports: readonly ChainedReport[],
): (ChainedEvent | ChainedReport)[] {
  const merged: (ChainedEvent | ChainedReport)[] = [];
  let next = 0;
  for (const event of events) {
    for (let report = reports[next]; report !== undefined && report.at < event.at; report = reports[next]) {
      merged.push(report);
      next += 1;
    }
    merged.push(event);
  }
  return [...merged, ...reports.slice(next)];
}

export function headOf(events: readonly { digest: string }[], reports: readonly { digest: string }[]): string {
  return digestOf(events.at(-1)?.digest ?? chainStart, [reports.at(-1)?.digest]);
}

export interface BrokenEntry {
  /** In `entries`, from 0; null: it is missing there, or it is the head. */
  index: number | null;
  position: number | null;
  kind: string;
  at: string | null;
  problem: string;
}

const missing = { index: null, position: null, at: null };

/** The first entry of an export that is not as it was written; null: every digest fits. */
export function findBrokenEntry({ entries, between, previous, head }: PauseEvidence): BrokenEntry | null {
  const events = entries.filter((entry) => entry.position !== null);
  const reports = entries.filter((entry) => entry.position === null);
  if (events[0]?.kind !== 'call-started') {
    return { ...missing, kind: 'call-started', problem: 'the start of the call is missing' };
  }
  const chain = interleave(events, between);
  const broken = [brokenEvent(previous, chain), misplacedEvent(events, between), brokenReport(reports)].flatMap(
    (found) => found ?? [],
  );
  const placed = broken.map(({ entry, problem }) => {
    const index = entries.indexOf(entry);
    const { position, kind, at } = entry;
    return { index: index < 0 ? null : index, position, kind, at, problem };
  });
  const [first] = placed.sort((one, other) => (one.index ?? 0) - (other.index ?? 0));
  if (first !== undefined) return first;
  const inOrder = mergeChains(events, reports);
  const moved = entries.findIndex((entry, index) => entry !== inOrder[index]);
  const found = entries[moved];
  if (found !== undefined) {
    return {
      index: moved,
      position: found.position,
      kind: found.kind,
      at: found.at,
      problem: 'it is not in its place',
    };
  }
  if (head === headOf(events, reports)) return null;
  const problem = 'the head does not follow from the last entries: one after them is missing, or the head was changed';
  return { ...missing, kind: 'head', problem };
}

/** The events between go where their positions are; the order of the others is the file's, so that a reorder is found. */
function interleave(events: readonly ChainedEvent[], between: readonly ChainedEvent[]): ChainedEvent[] {
  const waiting = [...between];
  const chain: ChainedEvent[] = [];
  for (const event of events) {
    for (let next = waiting[0]; next !== undefined && next.position < event.position; next = waiting[0]) {
      chain.push(next);
      waiting.shift();
    }
    chain.push(event);
  }
  return [...chain, ...waiting];
}

type Broken<Entry> = { entry: Entry; problem: string } | null;

function brokenEvent(previous: string, chain: readonly ChainedEvent[]): Broken<ChainedEvent> {
  let before = previous;
  let expected = chain[0]?.position ?? 1;
  for (const entry of chain) {
    if (entry.position !== expected) return { entry, problem: `position ${expected} is missing before it` };
    if (entry.digest !== eventDigest(before, entry)) {
      return { entry, problem: 'its digest fits neither its content nor the entry before' };
    }
    if (entry.personal_state === 'altered') return { entry, problem: 'its personal part was altered in the database' };
    before = entry.digest;
    expected += 1;
  }
  return null;
}

/** While a call is live, all events that apply are of it. */
function misplacedEvent(events: readonly ChainedEvent[], between: readonly ChainedEvent[]): Broken<ChainedEvent> {
  const foreign = events.find(({ applied }) => !applied);
  if (foreign !== undefined) return { entry: foreign, problem: 'it is not of a call' };
  const own = between.find(({ applied }) => applied);
  return own === undefined ? null : { entry: own, problem: 'it is of the call, and not among its entries' };
}

function brokenReport(reports: readonly ChainedReport[]): Broken<ChainedReport> {
  let before = chainStart;
  for (const [index, entry] of reports.entries()) {
    if (entry.number !== index + 1) return { entry, problem: `number ${index + 1} is missing before it` };
    if (entry.digest !== reportDigest(before, entry)) {
      return { entry, problem: 'its digest fits neither its content nor the entry before' };
    }
    before = entry.digest;
  }
  return null;
}
