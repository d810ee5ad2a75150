import type { ImportRecord, ProductChange, ShopChange, ShopVariant } from '@callside/shop-data';
import type { ShopTransaction } from '../../adapters/shops/shop-store.ts';
import { stockOfItem } from '../../domain/shop-stock.ts';
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

/** The total of the delivery, or of an earlier one, with the levels that changed after it. */
async function stockOf({ variants }: ProductChange, transaction: ShopTransaction): Promise<ImportRecord[]> {
  const items = variants.flatMap(({ inventoryItemId }) => (inventoryItemId === null ? [] : [inventoryItemId]));
  const levels = await transaction.levelsOf(items);
  const kept = await transaction.variantsOfItems([...levels.keys()]);
  const totals = new Map(kept.map(({ variantId, total }) => [variantId, total]));
  const row = ({ variantId, sku, inventoryItemId, stock }: ShopVariant): ImportRecord | null => {
    const levelsOfItem = inventoryItemId === null ? undefined : levels.get(inventoryItemId);
    if (levelsOfItem === undefined) return stock;
    return { sku, on_hand: stockOfItem(totals.get(variantId) ?? null, levelsOfItem) };
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
