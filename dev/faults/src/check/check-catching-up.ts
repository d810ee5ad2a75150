// In quiet times, every tab and every companion receives within 5 s the state that was recorded before.

import type { History } from '../history/history.ts';
import { clientOf } from '../history/occurrence.ts';
import { type Client, clientsOf } from './availability.ts';
import { type Circumstances, circumstancesOf } from './circumstances.ts';
import { eventsOfRows, type SentEvent, sentEvents } from './deliveries.ts';
import { grouped } from './grouped.ts';
import { replay } from './replay.ts';
import { intersect, type Span } from './spans.ts';
import { Finder, type Findings } from './violation.ts';

/** Difference between the clocks of the harness and the database, on one machine. */
const clockSlackMs = 500;

/** A number (version or sequence) that is stored from `at` on. */
interface Milestone {
  at: number;
  value: number;
}

export function checkCatchingUp(history: History): Findings {
  const finder = new Finder();
  const circumstances = circumstancesOf(history);
  const milestones = milestonesOf(history);
  const heard = heardBy(history);
  for (const client of clientsOf(history)) {
    const own = milestones.get(client.rep);
    if (own === undefined) continue;
    const values = client.kind === 'tab' ? own.versions : own.sequences;
    const rule =
      client.kind === 'tab'
        ? 'a tab catches up within 5 seconds of quiet'
        : 'a companion catches up within 5 seconds of quiet';
    for (const { from, at, known } of dues(client, values, heard.get(client.name) ?? [], circumstances)) {
      const text =
        known.has >= known.due ? null : `${at - from} ms after ${from} it knows ${known.has}, on file is ${known.due}`;
      finder.look(rule, client.name, at, text);
    }
  }
  return finder.findings;
}

interface Due {
  from: number;
  at: number;
  known: { has: number; due: number };
}

/** One check at the start of each quiet time, and one after each event in it. */
function dues(client: Client, milestones: Milestone[], heard: Milestone[], { calm, deadline }: Circumstances): Due[] {
  return intersect(calm, client.available).flatMap((quiet) =>
    startsIn(quiet, milestones).flatMap(({ from, due }) => {
      const at = deadline(from);
      return at > quiet.to ? [] : [{ from, at, known: { has: highestBy(heard, at), due } }];
    }),
  );
}

function startsIn(quiet: Span, milestones: Milestone[]): { from: number; due: number }[] {
  const before = highestBy(milestones, quiet.from);
  const during = milestones.filter(({ at }) => at > quiet.from && at < quiet.to);
  return [{ from: quiet.from, due: before }, ...during.map(({ at, value }) => ({ from: at, due: value }))];
}

function highestBy(milestones: readonly Milestone[], at: number): number {
  let highest = 0;
  for (const milestone of milestones) if (milestone.at <= at) highest = Math.max(highest, milestone.value);
  return highest;
}

/** By rep: the stored versions and sequences, with the times since which they are stored. */
function milestonesOf(history: History): Map<string, { versions: Milestone[]; sequences: Milestone[] }> {
  const eventOf = eventsOfRows(sentEvents(history));
  const entries = [...replay(history).values()].map(({ rep, rows }) => {
    const versions: Milestone[] = [];
    const sequences: Milestone[] = [];
    for (const { row, step, after } of rows) {
      const at = onFileBy(eventOf(row), row.receivedMs - history.epochMs);
      if (step.states.length === 0) continue;
      versions.push({ at, value: after.version });
      sequences.push({ at, value: after.sequence });
    }
    return [rep, { versions, sequences }] as const;
  });
  return new Map(entries);
}

/**
 * When the sender knew that the event was recorded. A resend is answered but not stored. If it is sent again after
 * that call, it is a new start, so an answer from before the row does not count. Without an answer: when the sender gave up.
 */
function onFileBy(event: SentEvent | undefined, receivedAt: number): number {
  const answer = event?.answers.find(({ status, at }) => status === 200 && at >= receivedAt - clockSlackMs);
  return answer?.at ?? Math.max(event?.settledAt ?? 0, receivedAt);
}

/** By client. */
function heardBy({ occurrences }: History): Map<string, Milestone[]> {
  return grouped(
    occurrences.flatMap((occurrence) => {
      if (occurrence.type !== 'shown' && occurrence.type !== 'delivered') return [];
      const value = occurrence.type === 'shown' ? occurrence.version : occurrence.sequence;
      return [[clientOf(occurrence), { at: occurrence.at, value }] as const];
    }),
  );
}
