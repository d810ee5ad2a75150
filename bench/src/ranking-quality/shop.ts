export interface CatalogueItem {
  readonly sku: string;
  readonly title: string;
  readonly webPrice: number;
  readonly articleType: string;
  readonly size: number | null;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Catalogue {
  readonly items: readonly CatalogueItem[];
  readonly version: string;
  indexOfSku(sku: string): number | undefined;
  indexOfTitle(title: string): number | undefined;
}

/** Column by column, sorted by customer and then by day. */
export interface PurchaseRows {
  readonly customers: Int32Array;
  readonly items: Int32Array;
  readonly days: Int32Array;
}

/** All that was bought of a catalogue, an item at most once a customer and day. */
export interface Purchases {
  readonly rows: PurchaseRows;
  /** Name of each customer in `rows`. */
  readonly customerNames: readonly string[];
}

export function createCatalogue(items: Iterable<CatalogueItem>, version: string): Catalogue {
  const sorted = [...items].sort((one, other) => Number(one.sku) - Number(other.sku));
  const indexBySku = new Map(sorted.map(({ sku }, index) => [sku, index]));
  return { items: sorted, version, indexOfSku: (sku) => indexBySku.get(sku), indexOfTitle: () => undefined };
}
