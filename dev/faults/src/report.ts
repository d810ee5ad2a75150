import type { Findings, Violation } from './check/violation.ts';
import { rules } from './check/violation.ts';
import type { History } from './history/history.ts';
import type { Occurrence } from './history/occurrence.ts';

/** The actions, checks and findings of a run. */
export function describeRun({
  history,
  findings,
  rounds,
}: {
  history: History;
  findings: Findings;
  rounds: number | null;
}): string {
  const { occurrences, onFile } = history;
  const count = (matches: (occurrence: Occurrence) => boolean) => occurrences.filter(matches).length;
  const ofType = (type: Occurrence['type']) => count((occurrence) => occurrence.type === type);
  const recordedMs = occurrences.reduce((sum, each) => sum + (each.type === 'recorded' ? each.to - each.from : 0), 0);
  const stalledMs = occurrences.reduce((sum, each) => sum + (each.type === 'stall' ? each.forMs : 0), 0);
  const lines = [
    `seed ${history.seed}, ${rounds === null ? '' : `${rounds} rounds, `}${Math.round(history.endedAt / 1000)} s`,
    `  attempts of senders     ${ofType('sent')}: ${statuses(occurrences)}`,
    `  events on file          ${onFile.events.length}, calls ${onFile.calls.length}`,
    `  faults                  ${faultCounts(occurrences)}`,
    `  tabs                    ${ofType('shown')} states shown, ${count((each) => each.type === 'tab' && each.presence === 'connected')} connections, ${count((each) => each.type === 'tab' && each.presence === 'asleep')} naps`,
    `  companions              ${ofType('delivered')} states delivered, ${ofType('acknowledged')} acknowledged, ${Math.round(recordedMs / 1000)} s recorded`,
    `  exports                 ${ofType('exported')} reads`,
    `  offers                  ${ofType('offered')} recommendations, ${ofType('purchased')} purchases`,
    `  not let run             ${Math.round(stalledMs / 1000)} s: the machine was busy, and limits were longer by that`,
    '',
    'looked at, violations:',
    ...rules.map((rule) => ruleLine(rule, findings)),
  ];
  return lines.join('\n');
}

function ruleLine(rule: (typeof rules)[number], { examined, violations }: Findings): string {
  const found = violations.filter((violation) => violation.rule === rule).length;
  return `  ${String(examined[rule] ?? 0).padStart(8)} ${String(found).padStart(5)}  ${rule}`;
}

export function describeViolation({ rule, subject, at, text }: Violation): string {
  return `${rule}\n    ${subject}${at === null ? '' : ` at ${Math.round(at)} ms`}: ${text}`;
}

function statuses(occurrences: readonly Occurrence[]): string {
  const counts = new Map<string, number>();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'answered' && occurrence.type !== 'unanswered') continue;
    const status = occurrence.type === 'answered' ? String(occurrence.status) : 'no answer';
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${status} ${count}`).join(', ');
}

function faultCounts(occurrences: readonly Occurrence[]): string {
  const counts = new Map<string, number>();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'fault' || occurrence.phase !== 'begins') continue;
    const { kind, target } = occurrence;
    const name = `${kind} ${target.kind === 'link' ? `on the way to ${target.to}` : target.kind}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}
