// A tab shows `confirmed` only while a companion is connected and every connected one has acknowledged the sequence.

import type { History } from '../history/history.ts';
import type { Acknowledged } from '../history/occurrences/companions.ts';
import { clientsOf } from './availability.ts';
import { circumstancesOf, limitMs } from './circumstances.ts';
import { claimsOf } from './claims.ts';
import { grouped } from './grouped.ts';
import { complement, intersect, union } from './spans.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'no state is shown as confirmed before all companions acknowledge it';

export function checkConfirmations(history: History): Findings {
  const finder = new Finder();
  const { calm, deadline } = circumstancesOf(history);
  const clients = clientsOf(history);
  const acknowledgements = acknowledgementsOf(history);
  for (const { tab, sequence, span } of claimsOf(history, clients)) {
    const companions = clients.filter(({ kind, rep }) => kind !== 'tab' && rep === tab.rep);
    const seen = intersect(intersect([span], tab.available), calm);
    const wrong = [
      ...companions.map((companion) => {
        const own = acknowledgements.get(companion.name) ?? [];
        const since = own.find((acknowledged) => acknowledged.sequence >= sequence)?.at ?? Number.POSITIVE_INFINITY;
        const silent = intersect(companion.available, [{ from: 0, to: since }]);
        return { spans: intersect(seen, silent), text: `${companion.name} has not acknowledged sequence ${sequence}` };
      }),
      {
        spans: intersect(seen, complement(union(companions.flatMap(({ available }) => available)), span)),
        text: 'no companion is connected',
      },
    ];
    const broken = wrong.find(({ spans }) => spans.some(({ from, to }) => to > deadline(from)));
    const since = broken?.spans.find(({ from, to }) => to > deadline(from))?.from ?? null;
    finder.look(rule, tab.name, since, broken ? `${broken.text}, for more than ${limitMs} ms` : null);
  }
  return finder.findings;
}

/** By companion, in order. */
function acknowledgementsOf({ occurrences }: History): Map<string, Acknowledged[]> {
  return grouped(
    occurrences.flatMap((occurrence) =>
      occurrence.type === 'acknowledged' ? [[occurrence.companion, occurrence] as const] : [],
    ),
  );
}
