import { callEventNames } from '@callside/schemas';
import type { AcceptedEntry, LoggedEntry, RefusedEntry } from '../event-log/logged-entry.ts';
import type { ReusedId } from './reused-ids.ts';

export interface RuleResult {
  rule: string;
  title: string;
  /** `not_seen`: nothing was sent that the rule could judge. */
  status: 'passed' | 'failed' | 'not_seen';
  /** What was wrong, at most `mostFindings`. */
  findings: string[];
}

interface Rule {
  rule: string;
  title: string;
  /** null: there is nothing to judge. */
  judge: (seen: Seen) => string[] | null;
}

interface Seen {
  /** In the order of arrival. */
  accepted: readonly AcceptedEntry[];
  refused: readonly RefusedEntry[];
  reused: readonly ReusedId[];
}

const mostFindings = 10;
/** Clocks that NTP synchronises differ by less than 0.1 s; the rest allows for the time of the request. */
const mostSkewMs = 5_000;
const e164 = /^\+[1-9]\d{6,14}$/;

const rules: readonly Rule[] = [
  {
    rule: 'accepted',
    title: 'Every request is accepted',
    judge: ({ accepted, refused }) =>
      accepted.length + refused.length === 0
        ? null
        : refused.map(({ event, status, reason }) => `${event ?? 'a request'} was answered ${status}: ${reason}`),
  },
  {
    rule: 'coverage',
    title: 'All six events are sent',
    judge: ({ accepted }) =>
      accepted.length === 0
        ? null
        : callEventNames
            .filter((name) => accepted.every(({ event }) => event !== name))
            .map((name) => `${name} was not sent`),
  },
  {
    rule: 'agent',
    title: 'Each event names an active user',
    judge: each((entry) => (entry.agentResolved ? null : `${entry.agentEmail} is not an active user`)),
  },
  {
    rule: 'event_id',
    title: 'Starts, ends and holds have an event_id',
    judge: each(withoutId, (entry) => !isRecording(entry)),
  },
  {
    rule: 'recording_event_id',
    title: 'Recording events have an event_id',
    judge: each(withoutId, isRecording),
  },
  {
    rule: 'retry',
    title: 'A retry keeps the event_id of the first attempt',
    judge: ({ accepted }) => (accepted.length === 0 ? null : findLostIds(accepted)),
  },
  {
    rule: 'event_id_reused',
    title: 'Each event has an event_id of its own',
    judge: ({ accepted, reused }) =>
      accepted.length + reused.length === 0
        ? null
        : reused.map(
            ({ event, first, receivedAt }) =>
              `${event} at ${receivedAt.toISOString()}: it has the event_id of another ${first}, and was not applied`,
          ),
  },
  {
    rule: 'occurred_at',
    title: 'Each event has a readable occurred_at',
    judge: each(({ occurredAtSent }) => (occurredAtSent ? null : 'occurred_at is missing or not ISO 8601')),
  },
  {
    rule: 'clock',
    title: `The sender's clock is right within ${mostSkewMs / 1_000} s`,
    judge: each(({ occurredAt, receivedAt }) => {
      const skewMs = occurredAt.getTime() - receivedAt.getTime();
      if (Math.abs(skewMs) <= mostSkewMs) return null;
      const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
      return `occurred_at is ${seconds} s ${skewMs > 0 ? 'after' : 'before'} the receipt`;
    }),
  },
  {
    rule: 'order',
    title: 'The events of a rep arrive in the order in which they happened',
    judge: ({ accepted }) =>
      accepted.length === 0 ? null : byAgent(accepted).flatMap((entries) => followers(entries).flatMap(describeOrder)),
  },
  {
    rule: 'ends',
    title: 'Each call ends before the next one of the rep starts',
    judge: ({ accepted }) =>
      accepted.some(({ event }) => event === 'call-started') ? byAgent(accepted).flatMap(findMissingEnds) : null,
  },
  {
    rule: 'live_call',
    title: 'Ends, holds and recording changes belong to a live call',
    judge: each(
      ({ callActive }) => (callActive ? null : 'there was no live call of the rep'),
      ({ event }) => event !== 'call-started',
    ),
  },
  {
    rule: 'number',
    title: 'Numbers can be converted to E.164',
    judge: each(
      ({ phoneNumber }) => (e164.test(phoneNumber ?? '') ? null : 'phone_number is not an E.164 number'),
      ({ event }) => event === 'call-started',
    ),
  },
];

/** Judges what a dialler sent, by each rule. */
export function judge(entries: readonly LoggedEntry[], reused: readonly ReusedId[]): RuleResult[] {
  const seen = {
    reused,
    accepted: entries.filter((entry) => entry.outcome === 'accepted'),
    refused: entries.filter((entry) => entry.outcome === 'refused'),
  };
  return rules.map(({ rule, title, judge }) => {
    const findings = judge(seen);
    if (findings === null) return { rule, title, status: 'not_seen', findings: [] };
    const status = findings.length === 0 ? 'passed' : 'failed';
    return { rule, title, status, findings: shorten(findings) };
  });
}

/** A rule on single events. */
function each(check: (entry: AcceptedEntry) => string | null, applies: (entry: AcceptedEntry) => boolean = () => true) {
  return ({ accepted }: Seen): string[] | null => {
    const judged = accepted.filter(applies);
    if (judged.length === 0) return null;
    return judged.flatMap((entry) => {
      const finding = check(entry);
      return finding === null ? [] : [`${nameOf(entry)}: ${finding}`];
    });
  };
}

function withoutId({ eventId }: AcceptedEntry): string | null {
  return eventId === null ? 'event_id is missing' : null;
}

function isRecording({ event }: AcceptedEntry): boolean {
  return event.startsWith('recording-');
}

/** A retry that keeps the id adds no row. Two rows with the same time are a retry without that id. */
function findLostIds(entries: readonly AcceptedEntry[]): string[] {
  const first = new Map<string, AcceptedEntry>();
  return entries.flatMap((entry) => {
    const { event, agentEmail, occurredAt, occurredAtSent } = entry;
    if (!occurredAtSent) return [];
    const moment = JSON.stringify([event, agentEmail, occurredAt.getTime()]);
    const earlier = first.get(moment);
    if (earlier === undefined) {
      first.set(moment, entry);
      return [];
    }
    return [`${nameOf(entry)}: sent again with another event_id, or without one`];
  });
}

function byAgent(entries: readonly AcceptedEntry[]): AcceptedEntry[][] {
  const agents = [...new Set(entries.map(({ agentEmail }) => agentEmail))];
  return agents.map((agent) => entries.filter(({ agentEmail }) => agentEmail === agent));
}

function followers(entries: readonly AcceptedEntry[]): [AcceptedEntry, AcceptedEntry][] {
  return entries.slice(1).map((entry, at) => [entries[at] ?? entry, entry]);
}

function describeOrder([before, entry]: [AcceptedEntry, AcceptedEntry]): string[] {
  if (entry.occurredAt >= before.occurredAt) return [];
  return [`${nameOf(entry)}: it happened before ${before.event}, which arrived earlier`];
}

function findMissingEnds(entries: readonly AcceptedEntry[]): string[] {
  const findings: string[] = [];
  let open: AcceptedEntry | null = null;
  for (const entry of entries) {
    if (entry.event === 'call-started') {
      if (open !== null) findings.push(`${nameOf(open)}: no call-ended before the next call-started`);
      open = entry;
    } else if (entry.event === 'call-ended') open = null;
  }
  if (open !== null) findings.push(`${nameOf(open)}: no call-ended`);
  return findings;
}

function nameOf({ event, receivedAt }: AcceptedEntry): string {
  return `${event} at ${receivedAt.toISOString()}`;
}

function shorten(findings: string[]): string[] {
  if (findings.length <= mostFindings) return findings;
  return [...findings.slice(0, mostFindings - 1), `and ${findings.length - mostFindings + 1} more`];
}
