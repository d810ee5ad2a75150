/** A product that may be offered. */
export interface CatalogueItem {
  /** Decimal digits, a number up to 2^53 - 1. */
  readonly sku: string;
  readonly title: string;
  /** List price. */
  readonly webPrice: number;
  /** As imported; compared by `articleTypeKey`. */
  readonly articleType: string;
  /** Null when the product is not sized. */
  readonly size: number | null;
  /** Further columns of the import (metal, gem, brand, ...), by name; empty ones are left out. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** One immutable state of a brand's catalogue. Items are known by their index, which is their rank by SKU. */
export interface Catalogue {
  readonly items: readonly CatalogueItem[];
  /** Digest of everything in it; equal catalogues have equal versions. */
  readonly version: string;
  indexOfSku(sku: string): number | undefined;
  /** The item of a title, where exactly one has it (case and white space aside). */
  indexOfTitle(title: string): number | undefined;
}

/** Builds a catalogue from items in any order. SKUs must be unique. */
export function createCatalogue(items: Iterable<CatalogueItem>, version: string): Catalogue {
  const sorted = [...items].sort((one, other) => compareSkus(one.sku, other.sku));
  const indexBySku = new Map(sorted.map(({ sku }, index) => [sku, index]));
  const indexByTitle = new Map<string, number | undefined>();
  for (const [index, { title }] of sorted.entries()) {
    const key = titleKey(title);
    indexByTitle.set(key, indexByTitle.has(key) ? undefined : index);
  }
  return {
    items: sorted,
    version,
    indexOfSku: (sku) => indexBySku.get(sku),
    indexOfTitle: (title) => indexByTitle.get(titleKey(title)),
  };
}

/** By number, then by text: "007" and "7" are two SKUs of one number. */
export function compareSkus(one: string, other: string): number {
  return Number(one) - Number(other) || (one < other ? -1 : one > other ? 1 : 0);
}

function titleKey(title: string): string {
  return title.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
