import type { Latencies } from './simulator/percentiles.ts';
import type { SimulationReport } from './simulator/simulation-report.ts';
import { formatTable } from './table.ts';

const mostDisagreements = 50;

/** The result of a run as text. */
export function describeSimulation(report: SimulationReport): string {
  return [
    describeRun(report),
    describeLatencies(report),
    describeAudience(report),
    describeDatabase(report),
    describeDisagreements(report),
  ].join('\n\n');
}

const count = (value: number) => value.toLocaleString('en-US');
const counted = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

function describeRun({ run, brand, seed, servers, duration_ms, sent, answered }: SimulationReport): string {
  const events = Object.entries(sent.by_event).map(([event, times]) => `${count(times)} ${event}`);
  return [
    `${run}: brand ${brand}, seed ${seed}, ${servers.join(' and ')}, ${(duration_ms / 1000).toFixed(1)} s`,
    `Sent       ${counted(sent.events, 'event')} of ${counted(sent.calls, 'call')} (${events.join(', ')})`,
    `           in ${counted(sent.requests, 'request')}: ${counted(sent.duplicates, 'duplicate')}, ${counted(sent.late_retries, 'late retry', 'late retries')}, ${counted(sent.retries_after_loss, 'retry', 'retries')} after a loss`,
    `           ${counted(sent.answers_lost, 'answer')} lost, ${counted(sent.reordered, 'event')} out of order, ${counted(sent.sockets_cut, 'socket')} cut`,
    `Answered   ${counted(answered.accepted, 'event')} accepted, ${counted(answered.duplicates, 'answer')} for duplicates, ${counted(answered.without_call, 'event')} without a live call, ${count(answered.failed)} failed`,
  ].join('\n');
}

function describeLatencies({ latency_ms: { answer, tab, companion } }: SimulationReport): string {
  const row = (name: string, { count: measured, p50, p95, p99, max }: Latencies) => [
    name,
    count(measured),
    ...[p50, p95, p99, max].map((value) => (value === null ? '-' : value.toFixed(1))),
  ];
  return formatTable(
    ['LATENCY IN MS', 'MEASURED', 'P50', 'P95', 'P99', 'MAX'],
    [row('answer to a POST', answer), row('POST to tab', tab), row('POST to companion', companion)],
  );
}

function describeAudience({ tabs, companions }: SimulationReport): string {
  const headings = [
    'REP',
    'TAB: VERSION',
    'EVENTS',
    'CONNECTIONS',
    'OVERTAKEN',
    'COMPANION: CONNECTIONS',
    'RECORDED',
    'SESSIONS',
    'CHUNKS',
  ];
  const rows = companions.map((companion) => {
    const own = tabs.filter(({ rep }) => rep === companion.rep);
    const each = (value: (tab: SimulationReport['tabs'][number]) => number | null) =>
      own.map((tab) => value(tab) ?? '-').join(' / ');
    return [
      companion.rep.replace(/@.*$/, ''),
      each(({ version }) => version),
      each(({ events_heard }) => events_heard),
      each(({ connections }) => connections),
      each(({ overtaken }) => overtaken),
      String(companion.connections),
      `${(companion.recorded_ms / 1000).toFixed(1)} s`,
      String(companion.sessions),
      `${companion.chunks_acknowledged} of ${companion.chunks_sent}`,
    ];
  });
  return formatTable(headings, rows);
}

function describeDatabase({ database, recording }: SimulationReport): string {
  const { events, calls, sessions, sessions_finalized, chunks } = database;
  return [
    `On file    ${counted(events, 'event')}, ${counted(calls, 'call')}, ${counted(sessions, 'transcription session')} (${count(sessions_finalized)} finalized), ${counted(chunks, 'chunk')}`,
    `Recording  ${counted(recording.pauses, 'pause')}; recorded at most ${count(recording.longest_after_pause_ms)} ms after the answer to one`,
  ].join('\n');
}

function describeDisagreements({ disagreements }: SimulationReport): string {
  if (disagreements.length === 0) return 'No disagreement with the database.';
  const shown = disagreements
    .slice(0, mostDisagreements)
    .map(
      ({ kind, subject, expected, found }) =>
        `  ${kind}: ${subject}\n    expected  ${expected}\n    found     ${found}`,
    );
  const rest = disagreements.length - shown.length;
  return [
    `${counted(disagreements.length, 'disagreement')} with the database:`,
    ...shown,
    ...(rest > 0 ? [`  and ${count(rest)} more; --json prints all`] : []),
  ].join('\n');
}
