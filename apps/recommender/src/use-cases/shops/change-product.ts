import type { ImportRecord, ProductChange, ProductDeletion, ShopVariant } from '@callside/shop-data';
import type { ShopTransaction } from '../../adapters/shops/shop-store.ts';
import { stockOfItem } from '../../domain/shop-stock.ts';
import { type ShopOutcome, summarize } from './shop-outcome.ts';

/** Writes a product with the stock of its delivery. Variants that are no longer offered are given up. */
export async function changeProduct(delivered: ProductChange, transaction: ShopTransaction): Promise<ShopOutcome> {
  if (!(await transaction.isNewestOfProduct(delivered))) return { outcome: 'stale' };
  const change = await completedByParent(delivered, transaction);
  const before = await transaction.skusReplacedBy(change);
  await transaction.keepVariants(change);

  const offered = change.variants.flatMap(({ product }) => (product === null ? [] : [product]));
  const isOffered = new Set(change.variants.filter(({ product }) => product !== null).map(({ sku }) => sku));
  const gone = [...before, ...change.variants.map(({ sku }) => sku)].filter((sku) => !isOffered.has(sku));
  const left = await giveUp(gone, transaction);
  const products = await transaction.write('catalogue', [...offered, ...left.products], left.retired);
  const stock = await transaction.write('stock', [...(await stockOf(change, transaction)), ...left.stock]);
  return summarize([products, stock], left.retired);
}

interface LeftOver {
  products: ImportRecord[];
  stock: ImportRecord[];
  retired: number;
}

/** Retires SKUs that a product no longer offers. A SKU that another product has, also of another shop, is offered with the data of that product. */
async function giveUp(skus: readonly string[], transaction: ShopTransaction): Promise<LeftOver> {
  const others = await transaction.offersOf(skus);
  const isKept = new Set(others.map(({ sku }) => sku));
  const retired = await transaction.retire(skus.filter((sku) => !isKept.has(sku)));
  const levels = await transaction.levelsOf(others.map(({ inventoryItemId }) => inventoryItemId ?? ''));
  const stock = others.map(({ sku, inventoryItemId, total }) => ({
    sku,
    on_hand: stockOfItem(total, levels.get(inventoryItemId ?? '') ?? []),
  }));
  return {
    products: others.map(({ offer }) => offer).filter((offer) => offer !== null),
    stock: stock.filter(({ on_hand }) => on_hand !== null),
    retired,
  };
}

/** A variation has no category of its own; it gets that of its product. It is not offered while its product is a draft. */
async function completedByParent(change: ProductChange, transaction: ShopTransaction): Promise<ProductChange> {
  const { productId, parentId, variants } = change;
  const parent = parentId === productId ? undefined : await transaction.findParent(parentId);
  if (parent === undefined) return change;
  const inherited = parent.articleType === null ? {} : { article_type: parent.articleType };
  const completed = ({ product, ...variant }: ShopVariant): ShopVariant => ({
    ...variant,
    product: product === null || parent.hidesVariations ? null : { ...inherited, ...product },
  });
  return { ...change, variants: variants.map(completed) };
}

/**
 * The total of the delivery, or of an earlier one, with the levels that changed after it. Not of variants that are not offered: another
 * product may have their SKU.
 */
async function stockOf({ variants }: ProductChange, transaction: ShopTransaction): Promise<ImportRecord[]> {
  const items = variants.flatMap(({ inventoryItemId }) => (inventoryItemId === null ? [] : [inventoryItemId]));
  const levels = await transaction.levelsOf(items);
  const kept = await transaction.variantsOfItems([...levels.keys()]);
  const totals = new Map(kept.map(({ variantId, total }) => [variantId, total]));
  const row = ({ variantId, sku, inventoryItemId, product, stock }: ShopVariant): ImportRecord | null => {
    if (product === null) return null;
    const levelsOfItem = inventoryItemId === null ? undefined : levels.get(inventoryItemId);
    if (levelsOfItem === undefined) return stock;
    return { sku, on_hand: stockOfItem(totals.get(variantId) ?? null, levelsOfItem) };
  };
  return variants.map(row).filter((found) => found !== null);
}

export async function deleteProduct(deletion: ProductDeletion, transaction: ShopTransaction): Promise<ShopOutcome> {
  if (!(await transaction.isNewestDeletion(deletion))) return { outcome: 'stale' };
  const left = await giveUp(await transaction.forgetVariants(deletion.productId), transaction);
  const products = await transaction.write('catalogue', left.products, left.retired);
  const stock = await transaction.write('stock', left.stock);
  return summarize([products, stock], left.retired);
}
