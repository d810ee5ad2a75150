import { callEventNames, isWithheld, restorePlus } from '@callside/schemas';
import type { AcceptedEntry, LoggedEntry, RefusedEntry } from '../event-log/logged-entry.ts';
import { byAgent, findDisorder, findOtherNumbers } from './order-of-events.ts';
import type { ReusedId } from './reused-ids.ts';

export interface RuleResult {
  rule: string;
  title: string;
  /** `not_seen`: nothing was sent that the rule could judge. */
  status: 'passed' | 'failed' | 'not_seen';
  /** What was wrong, at most `mostFindings`. */
  findings: string[];
  /** What to change at the dialler; null: nothing. */
  change: string | null;
}

interface Rule {
  rule: string;
  title: string;
  change: string;
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

const ownId =
  'Make an id for each event: the id of the call, the name of the event, and a count or the time of the event.';

/** Whose id it is. */
const owners = {
  event: (first: string) => `a ${first}`,
  agent: (first: string) => `a ${first} of another agent`,
  time: (first: string) => `another ${first}, at another time`,
} satisfies Record<ReusedId['differs'], (first: string) => string>;

const rules: readonly Rule[] = [
  {
    rule: 'accepted',
    title: 'Every request is accepted',
    change: 'Correct what the reason of the answer names. Do not send a 4xx again as it was.',
    judge: ({ accepted, refused }) =>
      accepted.length + refused.length === 0
        ? null
        : refused.map(({ event, status, reason }) => `${event ?? 'a request'} was answered ${status}: ${reason}`),
  },
  {
    rule: 'coverage',
    title: 'All six events are sent',
    change: 'Send an event at the start and the end of each call, of each hold and of each pause of the recording.',
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
    change: 'Send the e-mail address of the rep, or add what you send as an alias (`callside alias add`).',
    judge: each((entry) => (entry.agentResolved ? null : `${entry.agentEmail} is not an active user`)),
  },
  {
    rule: 'lost_plus',
    title: 'The + of an address arrives as +',
    change: 'Percent-encode values of forms and queries: + is %2B there, and a plain + means a space.',
    judge: each(({ agentEmail, remarks }) =>
      remarks.includes('lost_plus') ? `the address ${restorePlus(agentEmail)} came with a space for its +` : null,
    ),
  },
  {
    rule: 'encoding',
    title: 'Bodies are UTF-8, and have the encoding that they name',
    change: 'Send UTF-8, and Content-Encoding only with a body that is compressed so: gzip, deflate or br.',
    judge: each(({ remarks }) => {
      if (remarks.includes('content_encoding')) return 'its Content-Encoding is none that the body has';
      return remarks.includes('charset') ? 'its body is not UTF-8' : null;
    }),
  },
  {
    rule: 'event_id',
    title: 'Starts, ends and holds have an event_id',
    change: ownId,
    judge: each(withoutId, (entry) => !isRecording(entry)),
  },
  {
    rule: 'recording_event_id',
    title: 'Recording events have an event_id',
    change: ownId,
    judge: each(withoutId, isRecording),
  },
  {
    rule: 'retry',
    title: 'A retry keeps the event_id of the first attempt',
    change: 'Make the id when the event happens, not when it is sent.',
    judge: ({ accepted }) => (accepted.length === 0 ? null : findLostIds(accepted)),
  },
  {
    rule: 'event_id_reused',
    title: 'Each event has an event_id of its own',
    change: ownId,
    judge: ({ accepted, reused }) =>
      accepted.length + reused.length === 0
        ? null
        : reused.map(
            ({ event, first, differs, receivedAt }) =>
              `${event} at ${receivedAt.toISOString()}: it has the event_id of ${owners[differs](first)}, and was not applied`,
          ),
  },
  {
    rule: 'occurred_at',
    title: 'Each event has a readable occurred_at',
    change: 'Send the time of the event in ISO 8601 with an offset, such as 2026-11-22T12:00:00.250Z.',
    judge: each(({ occurredAtSent, remarks }) => {
      if (occurredAtSent) return null;
      return remarks.includes('unreadable_time') ? 'occurred_at is no instant in ISO 8601' : 'occurred_at is missing';
    }),
  },
  {
    rule: 'offset',
    title: 'Each occurred_at has its offset from UTC',
    change: 'Add the offset: Z for UTC, or such as -05:00. Without one a time counts as UTC.',
    judge: each(
      ({ remarks }) => (remarks.includes('no_offset') ? 'occurred_at has no offset, and was taken for UTC' : null),
      ({ occurredAtSent }) => occurredAtSent,
    ),
  },
  {
    rule: 'clock',
    title: `The sender's clock is right within ${mostSkewMs / 1_000} s`,
    change: 'Synchronise the clock of the dialler (NTP), and send the offset that belongs to its time.',
    judge: each(({ occurredAt, receivedAt }) => {
      const skewMs = occurredAt.getTime() - receivedAt.getTime();
      if (Math.abs(skewMs) <= mostSkewMs) return null;
      const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
      const place = skewMs > 0 ? 'after the receipt, in the future' : 'before the receipt';
      return `occurred_at is ${seconds} s ${place}${isWrongOffset(skewMs) ? ': its offset is wrong or missing' : ''}`;
    }),
  },
  {
    rule: 'order',
    title: 'The events of a rep arrive in the order in which they happened',
    change: 'Send the events of a rep one after another, each after the answer to the one before.',
    judge: ({ accepted }) => (accepted.length === 0 ? null : byAgent(accepted).flatMap(findDisorder).map(describe)),
  },
  {
    rule: 'ends',
    title: 'Each call ends before the next one of the rep starts',
    change: 'Send call-ended for each call, also when the caller hangs up or the next call comes at once.',
    judge: ({ accepted }) =>
      accepted.some(({ event }) => event === 'call-started') ? byAgent(accepted).flatMap(findMissingEnds) : null,
  },
  {
    rule: 'live_call',
    title: 'Ends, holds and recording changes belong to a live call',
    change: 'Send call-started first, with the same agent as every later event of the call.',
    judge: each(
      ({ callActive }) => (callActive ? null : 'there was no live call of the rep'),
      ({ event }) => event !== 'call-started',
    ),
  },
  {
    rule: 'number',
    title: 'Numbers can be converted to E.164',
    change:
      'Send E.164: + and the country code, digits only, without an extension, in each event that has a number. Keep the placeholder of a ' +
      'withheld number.',
    judge: (seen) => {
      const unplaced = findUnplaced(seen);
      return unplaced && [...unplaced, ...byAgent(seen.accepted).flatMap(findOtherNumbers).map(describe)];
    },
  },
];

const findUnplaced = each(
  ({ phoneNumber }) =>
    e164.test(phoneNumber ?? '') ? null : `phone_number cannot be placed, written as “${formOf(phoneNumber ?? '')}”`,
  ({ event, phoneNumber }) => event === 'call-started' && !isWithheld(phoneNumber ?? ''),
);

/** Judges what a dialler sent, by each rule. */
export function judge(entries: readonly LoggedEntry[], reused: readonly ReusedId[]): RuleResult[] {
  const seen = {
    reused,
    accepted: entries.filter((entry) => entry.outcome === 'accepted'),
    refused: entries.filter((entry) => entry.outcome === 'refused'),
  };
  return rules.map(({ rule, title, change, judge }) => {
    const findings = judge(seen);
    if (findings === null) return { rule, title, status: 'not_seen', findings: [], change: null };
    const status = findings.length === 0 ? 'passed' : 'failed';
    return { rule, title, status, findings: shorten(findings), change: status === 'failed' ? change : null };
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

const quarterMs = 900_000;
const greatestOffsetMs = 14 * 3_600_000;

/** Offsets are whole quarters of an hour. */
function isWrongOffset(skewMs: number): boolean {
  const quarters = Math.round(skewMs / quarterMs);
  const isNear = Math.abs(skewMs - quarters * quarterMs) <= mostSkewMs;
  return quarters !== 0 && isNear && Math.abs(skewMs) <= greatestOffsetMs + mostSkewMs;
}

const longestForm = 60;

/** How a number is written, without the number: the report is shared. */
function formOf(number: string): string {
  return number.slice(0, longestForm).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, 'n');
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

function describe([entry, finding]: [AcceptedEntry, string]): string {
  return `${nameOf(entry)}: ${finding}`;
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
