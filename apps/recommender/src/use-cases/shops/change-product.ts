import type { ImportRecord, ProductChange, ShopChange, ShopVariant } from '@callside/shop-data';
import type { ShopTransaction } from '../../adapters/shops/shop-store.ts';
import { type ShopOutcome, summarize } from './shop-outcome.ts';

/** Writes a product with the stock of its delivery. Variants that are no longer offered are retired. */
export async function changeProduct(change: ProductChange, transaction: ShopTransaction): Promise<ShopOutcome> {
  if (!(await transaction.isNewestOfProduct(change))) return { outcome: 'stale' };
  const before = await transaction.skusOf(change.parentId);
  await transaction.keepVariants(change);

  const inherited = await inheritedType(change, transaction);
  const offered = change.variants.flatMap(({ product }) => (product === null ? [] : [{ ...inherited, ...product }]));
  const isOffered = new Set(change.variants.filter(({ product }) => product !== null).map(({ sku }) => sku));
  const gone = [...(change.isComplete ? before : []), ...change.variants.map(({ sku }) => sku)].filter(
    (sku) => !isOffered.has(sku),
  );
  const retired = await transaction.retire(gone);
  const products = await transaction.write('catalogue', offered, retired);
  const stock = await transaction.write('stock', await stockOf(change, transaction));
  return summarize([products, stock], retired);
}

/** A variation has no category of its own; it gets that of its product. */
async function inheritedType(
  { productId, parentId }: ProductChange,
  transaction: ShopTransaction,
): Promise<ImportRecord> {
  if (parentId === productId) return {};
  const type = await transaction.articleTypeOf(parentId);
  return type === null ? {} : { article_type: type };
}

/** The total of the delivery, or the levels of the locations when these are newer. */
async function stockOf({ variants, changedAt }: ProductChange, transaction: ShopTransaction): Promise<ImportRecord[]> {
  const items = variants.flatMap(({ inventoryItemId }) => (inventoryItemId === null ? [] : [inventoryItemId]));
  const levels = await transaction.levelsOf(items);
  const row = ({ sku, inventoryItemId, stock }: ShopVariant): ImportRecord | null => {
    const level = inventoryItemId === null ? undefined : levels.get(inventoryItemId);
    if (level !== undefined && (stock === null || level.changedAt > changedAt))
      return { sku, on_hand: level.available };
    return stock;
  };
  return variants.map(row).filter((found) => found !== null);
}

export async function deleteProduct(
  change: Extract<ShopChange, { kind: 'product-deletion' }>,
  transaction: ShopTransaction,
): Promise<ShopOutcome> {
  if (!(await transaction.isNewestOfProduct({ ...change, articleType: null }))) return { outcome: 'stale' };
  const skus = await transaction.forgetVariants(change.productId);
  const retired = await transaction.retire(skus);
  await transaction.write('catalogue', [], retired);
  return summarize([], retired);
}
