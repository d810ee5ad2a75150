// Why a product is not among the offers of a request: everything that keeps it out, or its place among what was ranked.

import type { WhyNotCode } from '@callside/schemas';
import type { CandidateSet } from './candidate-set.ts';
import { sizeGateOf } from './eligibility.ts';
import type { ModelScores } from './model-meaning.ts';
import { prepareOffers, rankRows } from './offers.ts';
import { everyReasonOf } from './reasons.ts';
import { restsOf } from './rests.ts';

export interface Obstacle {
  readonly code: WhyNotCode;
  /** Days since 1970-01-01; absent: it has no beginning. */
  readonly since?: number;
  /** The article type whose size is not known, or is another one. */
  readonly size?: { readonly type: string; readonly isKnown: boolean };
}

/** Everything that keeps a product of the catalogue from a request, on the data that the candidates were made from. */
export function obstaclesOf({ snapshot, request, rules }: CandidateSet, item: number): Obstacle[] {
  const { columns } = snapshot.catalogue;
  if (columns.retired[item] === 1) return [{ code: 'not_in_catalogue' }];
  const gate = sizeGateOf(columns, request);
  const closed = gate.gatesOf(item).find((type) => !gate.isOpen(type, columns.sizes[item] as number));
  const rests = restsOf(snapshot, request).get(item) ?? [];
  const rule = rules.refusing(item);
  return [
    ...(request.checkStock && snapshot.inStock[item] !== 1 ? [{ code: 'out_of_stock' } as const] : []),
    ...(closed === undefined
      ? []
      : [{ code: 'size_unknown', size: { type: closed, isKnown: gate.isKnown(closed) } } as const]),
    ...rests.map(({ code, since }) => ({ code, ...(since !== null && { since }) })),
    ...(rule === null ? [] : [{ code: `rule:${rule}` } as const]),
  ];
}

export interface Standing {
  /** From 1; null: it has none. */
  readonly rank: number | null;
  /** How many are ranked. */
  readonly of: number;
  /** Whether the model ranks it; otherwise it is too far down in the first-stage order. */
  readonly isCandidate: boolean;
  /** The rules that allow no more products of its type in the list. */
  readonly caps: readonly string[];
  /** The rules that move it down. */
  readonly demotions: readonly string[];
  /** All reasons for which it could be offered. */
  readonly reasons: readonly string[];
}

/**
 * The place of a product that nothing keeps out, as long as lists are: the first-stage order goes on where the candidates end.
 * `offered`: the items that were offered.
 */
export function standingOf(
  candidates: CandidateSet,
  model: ModelScores | null,
  item: number,
  offered: readonly number[],
): Standing {
  const { items, rules, snapshot, request } = candidates;
  const demotions = rules.boostsOf(item).filter(({ factor }) => factor < 1);
  const row = items.indexOf(item);
  if (row === -1) {
    const all = prepareOffers(snapshot, request, snapshot.catalogue.items.length);
    const rowOfAll = all.items.indexOf(item);
    return {
      rank: rowOfAll === -1 ? null : rowOfAll + 1,
      of: all.items.length,
      isCandidate: false,
      caps: [],
      demotions: namesOf(demotions),
      reasons: rowOfAll === -1 ? [] : everyReasonOf(all, rowOfAll),
    };
  }
  const { types } = snapshot.catalogue.columns;
  const ofType = offered.filter((one) => types[one] === types[item]).length;
  const reached = rules.caps.filter(({ type, most }) => type === types[item] && ofType >= most);
  // The list of all candidates reaches caps that the offers did not reach.
  const caps = reached.length > 0 ? rules.caps : rules.caps.filter(({ type }) => type !== types[item]);
  const list = rankRows({ ...candidates, rules: { ...rules, caps } }, model, items.length);
  const place = list.findIndex((placed) => placed.row === row);
  return {
    rank: place === -1 ? null : place + 1,
    of: items.length,
    isCandidate: true,
    caps: place === -1 ? namesOf(reached) : [],
    demotions: namesOf(demotions),
    reasons: everyReasonOf(candidates, row),
  };
}

function namesOf(rules: readonly { readonly name: string }[]): string[] {
  return rules.map(({ name }) => name);
}
