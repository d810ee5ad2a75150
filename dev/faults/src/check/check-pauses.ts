// During any fault, no companion records more than 5 s after an acknowledged pause, or 7 s if its server is cut off.

import type { History } from '../history/history.ts';
import { type Client, clientsOf } from './availability.ts';
import { type Circumstances, circumstancesOf, limitMs } from './circumstances.ts';
import { eventsOfRows, sentEvents } from './deliveries.ts';
import { grouped } from './grouped.ts';
import { type RepReplay, replay } from './replay.ts';
import { intersect, type Span } from './spans.ts';
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

/** A look at the database that was sent before the pause may be answered this late, and proves the older state once more. */
const lookLimitMs = 2000;

/** A companion whose server is cut off or stopped gets no `alive`, and stops by itself. */
function silentBy(from: number, { instance }: Client, { cutOff, frozen, deadline }: Circumstances): number {
  const usual = { from: from - lookLimitMs, to: deadline(from) };
  const isExcused = intersect([...cutOff(instance), ...frozen(instance)], [usual]).length > 0;
  return deadline(from, isExcused ? limitMs + lookLimitMs : limitMs);
}

function pausesOf(history: History): Pause[] {
  const eventOf = eventsOfRows(sentEvents(history));
  return [...replay(history).values()].flatMap(({ rep, rows }) =>
    rows.flatMap(({ row, after }, index) => {
      const event = eventOf(row);
      if (row.event !== 'recording-paused' || !after.paused || event?.acknowledgedAt == null) return [];
      return [{ rep, eventId: event.eventId, from: event.acknowledgedAt, to: endOf(rows.slice(index + 1), eventOf) }];
    }),
  );
}

function endOf(later: RepReplay['rows'], eventOf: ReturnType<typeof eventsOfRows>): number {
  const ending = later.find(({ after }) => !after.paused);
  if (ending === undefined) return Number.POSITIVE_INFINITY;
  return eventOf(ending.row)?.firstSentAt ?? Number.NEGATIVE_INFINITY;
}

/** By companion. */
export function recordingsBy({ occurrences }: History): Map<string, Span[]> {
  return grouped(
    occurrences.flatMap((occurrence) =>
      occurrence.type === 'recorded' ? [[occurrence.companion, occurrence] as const] : [],
    ),
  );
}
