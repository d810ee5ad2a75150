/** A product of the catalogue. */
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
  /** It is no longer offered, but past purchases of it still describe customers. */
  readonly retired?: true;
}
