// What companions produced of a call is on file, and each session ends as the specification says.

import type { History } from '../history/history.ts';
import type { ChunkStored, SessionHeld } from '../history/occurrences/companions.ts';
import { circumstancesOf } from './circumstances.ts';
import { grouped } from './grouped.ts';
import { replay } from './replay.ts';
import { Finder, type Findings } from './violation.ts';

export function checkSessions(history: History): Findings {
  const finder = new Finder();
  checkChunks(history, finder);
  checkEnds(history, finder);
  checkFinalization(history, finder);
  return finder.findings;
}

function checkChunks({ occurrences, onFile }: History, finder: Finder): void {
  const texts = new Map(onFile.chunks.map(({ session, sequence, text }) => [`${session} ${sequence}`, text]));
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'chunk stored') continue;
    const { session, sequence, text, at } = occurrence;
    const chunk = `${session} ${sequence}`;
    const kept = texts.get(chunk);
    const wrong =
      kept === text ? null : `acknowledged “${text}”, on file ${kept === undefined ? 'nothing' : `“${kept}”`}`;
    finder.look('an acknowledged chunk is on file', chunk, at, wrong);
  }
}

function checkEnds(history: History, finder: Finder): void {
  const endsMs = reportedEnds(history);
  const ofCalls = history.onFile.sessions.flatMap((each) => (each.call === null ? [] : [[each.call, each] as const]));
  for (const [call, sessions] of grouped(ofCalls)) {
    const several = sessions.length === 1 ? null : `it has ${sessions.length}`;
    finder.look('a call has one session', `call ${call}`, null, several);
    const endMs = endsMs.get(call);
    if (endMs === undefined) continue;
    for (const { session, endedMs } of sessions) {
      const text = endedMs === endMs ? null : `the end of the call arrived at ${endMs}, its own end is ${endedMs}`;
      finder.look('a session ends with the reported end of its call', session, null, text);
    }
  }
}

/** When the end of each call arrived that the dialler reported, in ms since 1970. */
function reportedEnds(history: History): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { rows } of replay(history).values()) {
    for (const { row, before, after } of rows) {
      if (row.event === 'call-ended' && before.call !== null && after.call === null) {
        ends.set(before.call.reference, row.receivedMs);
      }
    }
  }
  return ends;
}

/** A companion that had a chunk acknowledged so recently holds the lease. */
const recentMs = 2000;

function checkFinalization(history: History, finder: Finder): void {
  const { calm, deadline } = circumstancesOf(history);
  const { endedAt, onFile } = history;
  const quiet = calm.at(-1);
  if (quiet === undefined || quiet.to < endedAt) return;
  const holders = holdersOf(history);
  for (const { session, isFinalized } of onFile.sessions) {
    const { leftAt, chunkAt } = holders.get(session) ?? { leftAt: 0, chunkAt: 0 };
    const isDue = deadline(Math.max(quiet.from, leftAt ?? 0)) < endedAt;
    const isKnown = leftAt !== null || chunkAt >= endedAt - recentMs;
    if (!isDue || !isKnown) continue;
    const circumstance = leftAt === null ? 'its producer sends chunks' : 'it had no producer for 5 s of quiet';
    const text = isFinalized === (leftAt !== null) ? null : `${circumstance}, finalized: ${isFinalized}`;
    finder.look('a session is finalized when it has no producer, and only then', session, null, text);
  }
}

interface Holding {
  /** When the last companion that had the session left it; null: it still has it. */
  leftAt: number | null;
  /** When its last chunk was acknowledged. */
  chunkAt: number;
}

/** By session. */
function holdersOf({ occurrences }: History): Map<string, Holding> {
  const holders = new Map<string, Holding>();
  const held = new Map<string, string>();
  for (const occurrence of occurrences) {
    if (occurrence.type === 'session held') noteHeld(occurrence, holders, held);
    if (occurrence.type === 'chunk stored') noteChunk(occurrence, holders);
  }
  return holders;
}

function noteHeld(
  { companion, session, at }: SessionHeld,
  holders: Map<string, Holding>,
  held: Map<string, string>,
): void {
  const earlier = holders.get(held.get(companion) ?? '');
  if (earlier) earlier.leftAt = at;
  if (session === null) held.delete(companion);
  else {
    held.set(companion, session);
    holders.set(session, { leftAt: null, chunkAt: holders.get(session)?.chunkAt ?? 0 });
  }
}

function noteChunk({ session, at }: ChunkStored, holders: Map<string, Holding>): void {
  const holding = holders.get(session);
  if (holding) holding.chunkAt = at;
}
