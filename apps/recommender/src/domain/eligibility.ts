import { articleTypeKey } from '@callside/schemas';
import type { HistoryLine } from './history.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';

export interface EligibilityRules {
  /** Past purchases. With the anchors, they open sized article types. */
  readonly history: readonly HistoryLine[];
  /** Catalogue indices. */
  readonly anchors: readonly number[];
  readonly checkStock: boolean;
  /** Keys of article types (`articleTypeKey`) that are offered only in a size the customer bought. */
  readonly sizedArticleTypes: ReadonlySet<string>;
}

/**
 * Which items may be offered, on every path: not retired, not an anchor, and in stock when the request checks stock. An item of
 * a sized article type must also have a size that the customer bought in it. A purchase of unknown size opens every size.
 */
export function eligibilityOf(snapshot: RankingSnapshot, rules: EligibilityRules): (item: number) => boolean {
  const { inStock, catalogue } = snapshot;
  const { types, typeKeys, sizes, retired } = catalogue.columns;
  const gated = typeKeys.map((key) => rules.sizedArticleTypes.has(key));
  const openSizes = new Map<number, Set<number> | 'all'>();
  const openFor = (type: number, size: number) => {
    const open = openSizes.get(type) ?? new Set();
    if (open !== 'all') openSizes.set(type, Number.isNaN(size) ? 'all' : open.add(size));
  };
  for (const { item, type } of rules.history) {
    if (item !== null) openFor(types[item] as number, sizes[item] as number);
    else if (type !== null) openFor(type, Number.NaN);
  }
  for (const item of rules.anchors) openFor(types[item] as number, sizes[item] as number);
  const anchors = new Set(rules.anchors);
  return (item) => {
    if (retired[item] === 1) return false;
    if (rules.checkStock && inStock[item] !== 1) return false;
    const type = types[item] as number;
    if (gated[type]) {
      const open = openSizes.get(type);
      if (open === undefined) return false;
      const size = sizes[item] as number;
      if (open !== 'all' && !Number.isNaN(size) && !open.has(size)) return false;
    }
    return !anchors.has(item);
  };
}

/** The keys of a list of article types. */
export function sizedArticleTypesOf(articleTypes: readonly string[]): ReadonlySet<string> {
  return new Set(articleTypes.map(articleTypeKey));
}
