import { articleTypeKey, sizedTypesIn } from '@callside/schemas';
import type { CatalogueColumns } from './catalogue-columns.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { type Asking, restsOf } from './rests.ts';

/** The history and the anchors open sized article types. */
export interface EligibilityRules extends Asking {
  readonly checkStock: boolean;
  /** Keys of article types (`articleTypeKey`) that are offered only in a size the customer bought. */
  readonly sizedArticleTypes: ReadonlySet<string>;
}

/**
 * Which items may be offered, on every path: not retired, not resting, and in stock when the request checks stock. An item with a size
 * whose article type, category or tags name sized article types, and every item of such a type, must also have a size that the customer
 * bought in them. A purchase of unknown size opens every size.
 */
export function eligibilityOf(snapshot: RankingSnapshot, rules: EligibilityRules): (item: number) => boolean {
  const { inStock, catalogue } = snapshot;
  const { types, typeKeys, sizes, retired } = catalogue.columns;
  const sized = sizedTypesOf(catalogue.columns, rules.sizedArticleTypes);
  const openSizes = new Map<string, Set<number> | 'all'>();
  const openFor = (named: readonly string[], size: number) => {
    for (const type of named) {
      const open = openSizes.get(type) ?? new Set();
      if (open !== 'all') openSizes.set(type, Number.isNaN(size) ? 'all' : open.add(size));
    }
  };
  for (const { item, type } of rules.history) {
    if (item !== null) openFor(sized.ofItem(item), sizes[item] as number);
    else if (type !== null) openFor(sized.ofText(typeKeys[type] as string), Number.NaN);
  }
  for (const item of rules.anchors) openFor(sized.ofItem(item), sizes[item] as number);
  const rests = restsOf(snapshot, rules);
  const isOpen = (type: string, size: number) => {
    const open = openSizes.get(type);
    return open !== undefined && (open === 'all' || Number.isNaN(size) || open.has(size));
  };
  return (item) => {
    if (retired[item] === 1) return false;
    if (rules.checkStock && inStock[item] !== 1) return false;
    const size = sizes[item] as number;
    const key = typeKeys[types[item] as number] as string;
    const gates = !Number.isNaN(size) ? sized.ofItem(item) : rules.sizedArticleTypes.has(key) ? [key] : [];
    return gates.every((type) => isOpen(type, size)) && !rests.has(item);
  };
}

interface SizedTypes {
  /** The sized article types that an item names. */
  ofItem: (item: number) => readonly string[];
  ofText: (wording: string) => readonly string[];
}

/** Found when they are asked for, and kept with the catalogue: its items name few of them, in the same words. */
const kept = new WeakMap<CatalogueColumns, WeakMap<ReadonlySet<string>, SizedTypes>>();

function sizedTypesOf(columns: CatalogueColumns, sizedArticleTypes: ReadonlySet<string>): SizedTypes {
  const ofCatalogue = kept.get(columns) ?? new WeakMap<ReadonlySet<string>, SizedTypes>();
  const known = ofCatalogue.get(sizedArticleTypes);
  if (known !== undefined) return known;
  const { wordings, wordingTexts } = columns;
  const found: (readonly string[] | undefined)[] = [];
  const ofText = (wording: string) => sizedTypesIn(wording, sizedArticleTypes);
  const ofItem = (item: number) => {
    const code = wordings[item] as number;
    found[code] ??= ofText(wordingTexts[code] as string);
    return found[code];
  };
  const made = { ofItem, ofText };
  kept.set(columns, ofCatalogue.set(sizedArticleTypes, made));
  return made;
}

/** The keys of a list of article types. */
export function sizedArticleTypesOf(articleTypes: readonly string[]): ReadonlySet<string> {
  return new Set(articleTypes.map(articleTypeKey).filter((key) => key !== ''));
}
