import type { RecordingComparison } from './compare-recordings.ts';
import { groupBy } from './group-by.ts';
import type { Mismatch } from './mismatch.ts';
import { type Latencies, latenciesOf } from './percentiles.ts';
import type { Records } from './records.ts';
import type { CompanionCounts } from './simulated-companion.ts';
import type { DiallerCounts, SimulatedDialler } from './simulated-dialler.ts';
import type { TabCounts } from './simulated-tab.ts';
import type { SimulatedTeam, TeamMember } from './simulated-team.ts';
import type { SimulationInput } from './simulation-input.ts';
import { companionLatencies, tabLatencies } from './simulation-latencies.ts';
import type { PlannedRep } from './simulation-plan.ts';

/** What `callside simulate --json` prints. */
export interface SimulationReport {
  run: string;
  brand: string;
  seed: number;
  servers: readonly string[];
  started_at: string;
  duration_ms: number;
  faults: { duplicates: number; reordering: number; drops: number; late_retries: number; clock_skew_seconds: number };
  sent: DiallerCounts & { calls: number; events: number; by_event: Record<string, number> };
  answered: { accepted: number; duplicates: number; without_call: number; failed: number };
  latency_ms: { answer: Latencies; tab: Latencies; companion: Latencies };
  tabs: (TabCounts & { rep: string; url: string; version: number | null; events_heard: number })[];
  companions: (CompanionCounts & {
    rep: string;
    url: string;
    sequence: number | null;
    recorded_ms: number;
    sessions: number;
    chunks_sent: number;
    chunks_acknowledged: number;
  })[];
  recording: { pauses: number; longest_after_pause_ms: number };
  database: { events: number; calls: number; sessions: number; sessions_finalized: number; chunks: number };
  disagreements: Mismatch[];
}

interface Outcome {
  input: SimulationInput;
  startedAt: Date;
  endedAt: Date;
  plan: readonly PlannedRep[];
  dialler: SimulatedDialler;
  team: SimulatedTeam;
  records: Records;
  recordings: RecordingComparison;
  disagreements: Mismatch[];
}

export function createReport(outcome: Outcome): SimulationReport {
  const { input, startedAt, endedAt, dialler, team, records, recordings, disagreements } = outcome;
  const { run, brand, seed, servers, faults } = input;
  const byRep = groupBy(dialler.events, ({ rep }) => rep);
  const latencies = (measure: typeof tabLatencies) =>
    latenciesOf(team.members.flatMap((member) => measure(member, byRep.get(member.number) ?? [])));
  return {
    run,
    brand: brand.slug,
    seed,
    servers,
    started_at: startedAt.toISOString(),
    duration_ms: endedAt.getTime() - startedAt.getTime(),
    faults: {
      duplicates: faults.duplicates,
      reordering: faults.reordering,
      drops: faults.drops,
      late_retries: faults.lateRetries,
      clock_skew_seconds: faults.clockSkewSeconds,
    },
    sent: countSent(outcome),
    answered: countAnswers(dialler),
    latency_ms: {
      answer: latenciesOf(dialler.answerMs),
      tab: latencies(tabLatencies),
      companion: latencies(companionLatencies),
    },
    tabs: team.members.flatMap(describeTabs),
    companions: team.members.map(describeCompanion),
    recording: { pauses: recordings.pauses, longest_after_pause_ms: recordings.longestAfterPauseMs },
    database: {
      events: records.events.length,
      calls: records.calls.length,
      sessions: records.sessions.length,
      sessions_finalized: records.sessions.filter(({ finalized_at }) => finalized_at !== null).length,
      chunks: records.chunks.length,
    },
    disagreements,
  };
}

function countSent({ input, dialler: { counts, events } }: Outcome): SimulationReport['sent'] {
  const byEvent = [...groupBy(events, ({ event }) => event)].map(([event, sent]) => [event, sent.length]);
  return { calls: input.calls, events: events.length, ...counts, by_event: Object.fromEntries(byEvent.sort()) };
}

function countAnswers({ events }: SimulatedDialler): SimulationReport['answered'] {
  const answers = events.flatMap((event) => event.answers);
  return {
    accepted: events.filter(({ committedBy }) => committedBy !== null).length,
    duplicates: answers.filter(({ duplicate }) => duplicate).length,
    without_call: events.filter((event) => event.answers.some(({ call_active }) => !call_active)).length,
    failed: events.filter(({ failures }) => failures.length > 0).length,
  };
}

function describeTabs({ rep, tabs }: TeamMember): SimulationReport['tabs'] {
  return tabs.map(({ url, view, counts, heard }) => ({
    rep,
    url,
    version: view.version,
    ...counts,
    events_heard: heard.size,
  }));
}

function describeCompanion({ rep, companion }: TeamMember): SimulationReport['companions'][number] {
  const { url, view, counts, recorded, sessions, chunks } = companion;
  return {
    rep,
    url,
    sequence: view.sequence,
    ...counts,
    recorded_ms: Math.round(recorded.reduce((sum, { from, to }) => sum + to - from, 0)),
    sessions: sessions.length,
    chunks_sent: chunks.length,
    chunks_acknowledged: chunks.filter(({ isAcknowledged }) => isAcknowledged).length,
  };
}
