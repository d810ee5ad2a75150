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
    titles.set(key, other === undefined ? { item, type } : { item: null, type: other.type === type ? type : null });
  }
  return {
    items: sorted,
    version,
    columns,
    indexOfSku: (sku) => indexBySku.get(sku),
    findTitle: (title) => titles.get(titleKey(title)),
  };
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
