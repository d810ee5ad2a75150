// A tab shows `confirmed` only while a companion is connected and every connected one has acknowledged the sequence.

import type { History } from '../history/history.ts';
import type { Acknowledged } from '../history/occurrences/companions.ts';
import { type Client, clientsOf } from './availability.ts';
import { circumstancesOf, limitMs } from './circumstances.ts';
import { grouped } from './grouped.ts';
import { complement, intersect, type Span, union } from './spans.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'no state is shown as confirmed before all companions acknowledge it';

interface Claim {
  tab: Client;
  sequence: number;
  span: Span;
}

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

function claimsOf({ occurrences, endedAt }: History, clients: Client[]): Claim[] {
  const tabs = new Map(clients.filter(({ kind }) => kind === 'tab').map((tab) => [tab.name, tab]));
  const open = new Map<string, { sequence: number; from: number }>();
  const claims: Claim[] = [];
  const close = (name: string, to: number) => {
    const claim = open.get(name);
    const tab = tabs.get(name);
    if (claim && tab) claims.push({ tab, sequence: claim.sequence, span: { from: claim.from, to } });
    open.delete(name);
  };
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'recording shown') continue;
    const { tab, at, state, sequence } = occurrence;
    const claim = open.get(tab);
    if (state === 'confirmed' && claim?.sequence === sequence) continue;
    close(tab, at);
    if (state === 'confirmed') open.set(tab, { sequence, from: at });
  }
  for (const name of [...open.keys()]) close(name, endedAt);
  return claims;
}

/** By companion, in order. */
function acknowledgementsOf({ occurrences }: History): Map<string, Acknowledged[]> {
  return grouped(
    occurrences.flatMap((occurrence) =>
      occurrence.type === 'acknowledged' ? [[occurrence.companion, occurrence] as const] : [],
    ),
  );
}
