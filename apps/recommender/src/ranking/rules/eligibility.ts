import { articleTypeKey, sizedTypesIn } from '@callside/schemas';
import { type CatalogueColumns, codeOfSize } from './catalogue-columns.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { type Asking, restsOf } from './rests.ts';

/** Article type → size, as the caller said it. */
export type KnownSizes = Readonly<Record<string, number | string>>;

/** The history and the anchors open sized article types. */
export interface EligibilityRules extends Asking {
  readonly checkStock: boolean;
  /** Keys of article types (`articleTypeKey`) that are offered only in a size the customer bought. */
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** What the caller said of their sizes opens these sizes; absent: nothing, as in training. */
  readonly knownSizes?: KnownSizes;
}

/** What is open to a caller, as far as sizes decide it. */
export interface SizeGate {
  /** The types that an item is gated by. */
  gatesOf: (item: number) => readonly string[];
  isOpen: (type: string, size: number) => boolean;
  /** Whether any size of the type is open. */
  isKnown: (type: string) => boolean;
}

/**
 * Which items may be offered, on every path: not retired, not resting, and in stock when the request checks stock. An item with a size
 * whose article type, category or tags name sized article types, and every item of such a type, must also have a size that the customer
 * bought in them, or said. A purchase of unknown size opens every size until one is said.
 */
export function eligibilityOf(snapshot: RankingSnapshot, rules: EligibilityRules): (item: number) => boolean {
  const { retired, sizes } = snapshot.catalogue.columns;
  const { gatesOf, isOpen } = sizeGateOf(snapshot.catalogue.columns, rules);
  const { gated } = sizedTypesOf(snapshot.catalogue.columns, rules.sizedArticleTypes);
  const { inStock } = snapshot;
  const { checkStock } = rules;
  const rests = restsOf(snapshot, rules);
  const hasRests = rests.size > 0;
  return (item) => {
    if (retired[item] === 1 || (checkStock && inStock[item] !== 1)) return false;
    if (gated[item] !== gateStates.open) {
      const size = sizes[item] as number;
      const gates = gatesOf(item);
      gated[item] = gates.length === 0 ? gateStates.open : gateStates.gated;
      if (!gates.every((type) => isOpen(type, size))) return false;
    }
    return !(hasRests && rests.has(item));
  };
}

export function sizeGateOf(columns: CatalogueColumns, rules: EligibilityRules): SizeGate {
  const { types, typeKeys, sizes } = columns;
  const sized = sizedTypesOf(columns, rules.sizedArticleTypes);
  const openSizes = new Map<string, Set<number> | 'all'>();
  const openFor = (named: readonly string[], size: number) => {
    for (const type of named) {
      const open = openSizes.get(type) ?? new Set();
      if (open !== 'all') openSizes.set(type, Number.isNaN(size) ? 'all' : open.add(size));
    }
  };
  // A purchase opens what its product is gated by: a ring box, which has no size, is no ring.
  const gatesOf = (item: number) => {
    if (!Number.isNaN(sizes[item] as number)) return sized.ofItem(item);
    const key = typeKeys[types[item] as number] as string;
    return rules.sizedArticleTypes.has(key) ? [key] : [];
  };
  for (const { item, type, example } of rules.history) {
    if (item !== null) openFor(gatesOf(item), sizes[item] as number);
    else if (example !== undefined) openFor(gatesOf(example), Number.NaN);
    else if (type !== null) openFor(sized.ofText(typeKeys[type] as string), Number.NaN);
  }
  for (const item of rules.anchors) openFor(gatesOf(item), sizes[item] as number);
  for (const [type, said] of Object.entries(rules.knownSizes ?? {})) {
    const size = codeOfSize(columns, said);
    // A size that no product has opens what has none. Infinity is no size of a product. What is said takes the place of "any".
    for (const named of sized.ofText(type)) if (openSizes.get(named) === 'all') openSizes.delete(named);
    openFor(sized.ofText(type), size ?? Number.POSITIVE_INFINITY);
  }
  return {
    gatesOf,
    isOpen: (type, size) => {
      const open = openSizes.get(type);
      return open !== undefined && (open === 'all' || Number.isNaN(size) || open.has(size));
    },
    isKnown: (type) => openSizes.has(type),
  };
}

/** Most items are asked for in most requests, and few have a gate. */
const gateStates = { unknown: 0, open: 1, gated: 2 } as const;

interface SizedTypes {
  /** By item, one of `gateStates`: `unknown` until somebody asks for it. */
  readonly gated: Uint8Array;
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
  const made = { ofItem, ofText, gated: new Uint8Array(columns.types.length) };
  kept.set(columns, ofCatalogue.set(sizedArticleTypes, made));
  return made;
}

/** The keys of a list of article types. */
export function sizedArticleTypesOf(articleTypes: readonly string[]): ReadonlySet<string> {
  return new Set(articleTypes.map(articleTypeKey).filter((key) => key !== ''));
}
