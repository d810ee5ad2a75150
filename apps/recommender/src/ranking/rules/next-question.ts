import type { NextQuestion } from '@callside/schemas';
import type { CandidateSet } from './candidate-set.ts';
import { type SizeGate, sizeGateOf } from './eligibility.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { restsOf } from './rests.ts';

/** Products in stock, and all, by the types that gate them: joined names. Kept with the stock that they were found in. */
const kept = new WeakMap<Uint8Array, WeakMap<ReadonlySet<string>, Map<string, { inStock: number[]; all: number[] }>>>();

/** The sized article type whose size, if the caller said it, opens most products that are not refused; null: none opens any. */
export function nextQuestion({ snapshot, request, rules }: CandidateSet): NextQuestion | null {
  const { columns } = snapshot.catalogue;
  const gate = sizeGateOf(columns, request);
  const groups = [...gatedItems(snapshot, request.sizedArticleTypes, gate)].flatMap(([joined, found]) => {
    const gates = joined.split('\n');
    const [closed, another] = gates.filter((type) => !gate.isKnown(type));
    // One answer does not open what needs two.
    if (closed === undefined || another !== undefined) return [];
    return [{ closed, others: gates.filter((type) => type !== closed), found }];
  });
  if (groups.length === 0) return null;
  const rests = restsOf(snapshot, request);
  const opens = new Map<string, number>();
  for (const { closed, others, found } of groups) {
    const isOpened = (item: number) =>
      !rests.has(item) &&
      others.every((type) => gate.isOpen(type, columns.sizes[item] as number)) &&
      rules.refusing(item) === null;
    const items = request.checkStock ? found.inStock : found.all;
    const isSimple = others.length === 0 && !rules.hasRefusals && rests.size === 0;
    const count = isSimple ? items.length : items.filter(isOpened).length;
    opens.set(closed, (opens.get(closed) ?? 0) + count);
  }
  const [most] = [...opens].sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1));
  if (most === undefined || most[1] === 0) return null;
  const [type, count] = most;
  return {
    article_type: type,
    opens: count,
    text: `Ask the ${type} size: opens ${count} ${count === 1 ? 'offer' : 'offers'}`,
  };
}

function gatedItems({ inStock, catalogue }: RankingSnapshot, sizedTypes: ReadonlySet<string>, { gatesOf }: SizeGate) {
  const ofStock = kept.get(inStock) ?? new WeakMap();
  const known = ofStock.get(sizedTypes);
  if (known !== undefined) return known;
  const found = new Map<string, { inStock: number[]; all: number[] }>();
  for (let item = 0; item < inStock.length; item += 1) {
    const gates = gatesOf(item);
    if (gates.length === 0 || catalogue.columns.retired[item] === 1) continue;
    const joined = gates.join('\n');
    const items = found.get(joined) ?? { inStock: [], all: [] };
    items.all.push(item);
    if (inStock[item] === 1) items.inStock.push(item);
    found.set(joined, items);
  }
  kept.set(inStock, ofStock.set(sizedTypes, found));
  return found;
}
