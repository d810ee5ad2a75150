/** A product of the catalogue. */
export interface CatalogueItem {
  /** A text that `isSku` accepts. */
  readonly sku: string;
  readonly title: string;
  /** List price. */
  readonly webPrice: number;
  /** As imported; compared by `articleTypeKey`. */
  readonly articleType: string;
  /** A text for a size that is no number, such as `M`; null when the product is not sized. */
  readonly size: number | string | null;
  /** Further columns of the import (metal, gem, brand, ...), by name; empty ones are left out. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The product is no longer offered, but past purchases of it still describe customers. */
  readonly retired?: true;
}
