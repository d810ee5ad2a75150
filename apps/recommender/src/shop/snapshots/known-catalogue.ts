import type { Catalogue, CatalogueColumns } from '../../ranking/index.ts';

/** A catalogue that the service already has, with the data for reading order lines. Can be passed between threads. */
export interface KnownCatalogue {
  /** The fingerprint that `readFingerprint` returns. */
  fingerprint: string;
  columns: CatalogueColumns;
  /** A JSON array of all SKUs, in the order of the items. */
  skusJson: string;
}

/** The data with which order lines are read and indexed. */
export type CatalogueOfOrders = Pick<Catalogue, 'columns' | 'indexOfSku'>;

export function openKnownCatalogue({ columns, skusJson }: KnownCatalogue): CatalogueOfOrders {
  const skus: string[] = JSON.parse(skusJson);
  const indexBySku = new Map(skus.map((sku, index) => [sku, index]));
  return { columns, indexOfSku: (sku) => indexBySku.get(sku) };
}
