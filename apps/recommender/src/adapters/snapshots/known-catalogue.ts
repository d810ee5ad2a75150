import type { Catalogue } from '../../domain/catalogue.ts';
import type { CatalogueColumns } from '../../domain/catalogue-columns.ts';

/** A catalogue that the service already has, with all that order lines are read and indexed with. Can be passed between threads. */
export interface KnownCatalogue {
  /** As `readFingerprint` has it. */
  fingerprint: string;
  columns: CatalogueColumns;
  /** A JSON array of all SKUs, in the order of the items. */
  skusJson: string;
}

/** What order lines are read and indexed with. */
export type CatalogueOfOrders = Pick<Catalogue, 'columns' | 'indexOfSku'>;

export function openKnownCatalogue({ columns, skusJson }: KnownCatalogue): CatalogueOfOrders {
  const skus: string[] = JSON.parse(skusJson);
  const indexBySku = new Map(skus.map((sku, index) => [sku, index]));
  return { columns, indexOfSku: (sku) => indexBySku.get(sku) };
}
