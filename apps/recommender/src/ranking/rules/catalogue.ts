import { type CatalogueColumns, createCatalogueColumns } from './catalogue-columns.ts';
import type { CatalogueItem } from './catalogue-item.ts';
import { titleKey } from './title-key.ts';

/** One immutable state of a brand's catalogue. An item is identified by its index: its position when sorted by SKU. */
export interface Catalogue {
  readonly items: readonly CatalogueItem[];
  /** Digest of everything in it; equal catalogues have equal versions. */
  readonly version: string;
  readonly columns: CatalogueColumns;
  indexOfSku(sku: string): number | undefined;
  /** The item or type that a title (without case and white space) identifies: the only item, or the type code that all share. */
  findTitle(title: string): TitleMatch | undefined;
}

export interface TitleMatch {
  readonly item: number | null;
  readonly type: number | null;
  /** One of several items with the title, when they name the same sized article types and all or none of them have a size. */
  readonly example?: number;
}

/** Builds a catalogue from items in any order. SKUs must be unique. */
export function createCatalogue(items: Iterable<CatalogueItem>, version: string): Catalogue {
  const sorted = [...items].sort((one, other) => compareSkus(one.sku, other.sku));
  const indexBySku = new Map(sorted.map(({ sku }, index) => [sku, index]));
  const columns = createCatalogueColumns(sorted);
  const titles = new Map<string, TitleMatch>();
  for (const [item, { title }] of sorted.entries()) {
    const key = titleKey(title);
    const type = columns.types[item] ?? null;
    const other = titles.get(key);
    titles.set(key, other === undefined ? { item, type } : sharedBy(other, item, columns));
  }
  return {
    items: sorted,
    version,
    columns,
    indexOfSku: (sku) => indexBySku.get(sku),
    findTitle: (title) => titles.get(titleKey(title)),
  };
}

/** What a title identifies that one more item has. */
function sharedBy(
  { item: first, type, example = first ?? undefined }: TitleMatch,
  item: number,
  { types, wordings, sizes }: CatalogueColumns,
): TitleMatch {
  const shared = { item: null, type: type === types[item] ? type : null };
  if (example === undefined || wordings[example] !== wordings[item]) return shared;
  const isSized = (one: number) => !Number.isNaN(sizes[one] as number);
  return isSized(example) === isSized(item) ? { ...shared, example } : shared;
}

/** Compares by number, then by text: "007" and "7" are two SKUs with the same number. */
export function compareSkus(one: string, other: string): number {
  const [number, otherNumber] = [numberOfSku(one), numberOfSku(other)];
  if (number !== otherNumber) return number - otherNumber;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Infinity for a SKU that is not all digits. */
export function numberOfSku(sku: string): number {
  return /^\d+$/.test(sku) ? Number(sku) : Number.POSITIVE_INFINITY;
}
