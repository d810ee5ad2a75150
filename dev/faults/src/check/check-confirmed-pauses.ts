// During any fault, no tab shows a pause as confirmed while a companion records, by what a real client shows.

import type { History } from '../history/history.ts';
import type { Delivered } from '../history/occurrences/companions.ts';
import { clientsOf } from './availability.ts';
import { recordingsBy } from './check-pauses.ts';
import { circumstancesOf } from './circumstances.ts';
import { claimsOf } from './claims.ts';
import { grouped } from './grouped.ts';
import { intersect, union } from './spans.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'no tab shows a confirmed pause while a companion records';

export function checkConfirmedPauses(history: History): Findings {
  const finder = new Finder();
  const { deadline } = circumstancesOf(history);
  const clients = clientsOf(history);
  const recordings = recordingsBy(history);
  const deliveries = deliveriesTo(history);
  for (const { tab, sequence, paused, span } of claimsOf(history, clients)) {
    if (!paused) continue;
    for (const { name } of clients.filter(({ kind, rep }) => kind !== 'tab' && rep === tab.rep)) {
      const known = (at: number) => deliveries.get(name)?.findLast((each) => each.at <= at)?.sequence ?? 0;
      const broken = intersect(union(recordings.get(name) ?? []), [span]).find(({ from, to }) => {
        // A companion that knows a later state is right, and the tab hears of it in time. Another one was not asked.
        return to > (known(from) > sequence ? deadline(from) : deadline(from, 0));
      });
      const text = broken
        ? `${name} records ${Math.round(broken.to - broken.from)} ms under sequence ${known(broken.from)}`
        : null;
      finder.look(
        rule,
        tab.name,
        broken?.from ?? null,
        text && `shows sequence ${sequence} as confirmed, while ${text}`,
      );
    }
  }
  return finder.findings;
}

/** By companion, in order. */
function deliveriesTo({ occurrences }: History): Map<string, Delivered[]> {
  return grouped(
    occurrences.flatMap((occurrence) =>
      occurrence.type === 'delivered' ? [[occurrence.companion, occurrence] as const] : [],
    ),
  );
}
