// During any fault, no companion records more than 5 s after an acknowledged pause, if its server reaches PostgreSQL.

import type { History } from '../history/history.ts';
import { type Client, clientsOf } from './availability.ts';
import { type Circumstances, circumstancesOf } from './circumstances.ts';
import { type SentEvent, sentEvents } from './deliveries.ts';
import { grouped } from './grouped.ts';
import { type RepReplay, replay } from './replay.ts';
import { type Span, union } from './spans.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'no companion records 5 seconds after an acknowledged pause';

interface Pause {
  rep: string;
  eventId: string;
  /** When the sender knew that it was recorded. */
  from: number;
  /** When the first event that ends it was first sent. */
  to: number;
}

export function checkPauses(history: History): Findings {
  const finder = new Finder();
  const circumstances = circumstancesOf(history);
  const pauses = pausesOf(history);
  const recordings = recordingsBy(history);
  for (const companion of clientsOf(history).filter(({ kind }) => kind !== 'tab')) {
    const recorded = recordings.get(companion.name) ?? [];
    for (const pause of pauses.filter(({ rep }) => rep === companion.rep)) {
      const limit = silentBy(pause.from, companion, circumstances);
      if (limit >= pause.to) continue;
      const broken = recorded.find(({ from, to }) => Math.max(from, limit) < Math.min(to, pause.to));
      const at = broken && Math.max(broken.from, limit);
      const text = broken
        ? `records ${Math.round((at ?? 0) - pause.from)} ms after ${pause.eventId} was acknowledged at ${Math.round(pause.from)}`
        : null;
      finder.look(rule, companion.name, at ?? limit, text);
    }
  }
  return finder.findings;
}

/** The time at which the companion's server had reached PostgreSQL for 5 s without interruption. */
function silentBy(from: number, { instance, kind }: Client, { cutOff, frozen, deadline }: Circumstances): number {
  // A plain companion cannot detect that its server is frozen; the reference companion can.
  const excuses = kind === 'plain' ? union([...cutOff(instance), ...frozen(instance)]) : cutOff(instance);
  let base = from;
  for (const excuse of excuses) if (excuse.to > base && excuse.from < deadline(base)) base = excuse.to;
  return deadline(base);
}

function pausesOf(history: History): Pause[] {
  const sent = sentEvents(history);
  return [...replay(history).values()].flatMap(({ rep, rows }) =>
    rows.flatMap(({ row, after }, index) => {
      const event = sent.get(row.eventId ?? '');
      if (row.event !== 'recording-paused' || !after.paused || event?.acknowledgedAt == null) return [];
      return [{ rep, eventId: event.eventId, from: event.acknowledgedAt, to: endOf(rows.slice(index + 1), sent) }];
    }),
  );
}

function endOf(later: RepReplay['rows'], sent: ReadonlyMap<string, SentEvent>): number {
  const ending = later.find(({ after }) => !after.paused);
  if (ending === undefined) return Number.POSITIVE_INFINITY;
  return sent.get(ending.row.eventId ?? '')?.firstSentAt ?? Number.NEGATIVE_INFINITY;
}

/** By companion. */
function recordingsBy({ occurrences }: History): Map<string, Span[]> {
  return grouped(
    occurrences.flatMap((occurrence) =>
      occurrence.type === 'recorded' ? [[occurrence.companion, occurrence] as const] : [],
    ),
  );
}
