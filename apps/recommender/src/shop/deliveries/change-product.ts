import { isDeepStrictEqual } from 'node:util';
import type { ImportRecord, ProductChange, ProductDeletion, ShopVariant } from '@callside/shop-data';
import { offerOfVariation, stockOfItem } from '../../ranking/index.ts';
import { type ShopOutcome, summarize } from './shop-outcome.ts';
import type { ShopTransaction } from './shops.store.ts';

/**
 * Writes a product with the stock of its delivery. Variants that are no longer offered are given up. Variations that have their own
 * deliveries follow it in name, category and tags; they are not offered while it is a draft or hidden, and come back with it.
 */
export async function changeProduct(change: ProductChange, transaction: ShopTransaction): Promise<ShopOutcome> {
  const { productId, parentId, hidesVariations } = change;
  const onFile = (await transaction.findParent(productId)) ?? { inherited: {}, hidesVariations: false };
  if (!(await transaction.isNewestOfProduct(change))) return { outcome: 'stale' };
  const follows = !isDeepStrictEqual(onFile, await transaction.findParent(productId));
  const parent = parentId === productId ? undefined : await transaction.findParent(parentId);
  const before = await transaction.skusReplacedBy(change);
  await transaction.keepVariants(change);
  const variations = follows ? await transaction.skusOfVariations(productId) : [];

  const offered = parent?.hidesVariations ? [] : change.variants.filter(({ product }) => product !== null);
  const isOffered = new Set(offered.map(({ sku }) => sku));
  const touched = [...before, ...(hidesVariations ? variations : []), ...change.variants.map(({ sku }) => sku)];
  const left = await giveUp(
    touched.filter((sku) => !isOffered.has(sku)),
    transaction,
  );
  const back = hidesVariations ? [] : await transaction.offersOf(variations);
  const rows = [
    ...offered
      .map(({ product }) => product)
      .filter((row) => row !== null)
      .map((row) => offerOfVariation(row, parent?.inherited ?? null)),
    ...back.map(({ offer }) => offer),
  ];
  const products = await transaction.write('catalogue', [...rows, ...left.products], left.retired);
  const ownStock = [...(await stockOf(change, transaction)), ...(await sharedStock(change, transaction))];
  const stock = await transaction.write('stock', [
    ...ownStock.filter(({ sku }) => !left.isKept.has(String(sku))),
    ...left.stock,
  ]);
  return summarize([products, stock], left.retired);
}

interface LeftOver {
  /** The SKUs that another product has. */
  isKept: ReadonlySet<string>;
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
    isKept,
    products: others.map(({ offer }) => offer),
    stock: stock.filter(({ on_hand }) => on_hand !== null),
    retired,
  };
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

/** The stock of variations that have none of their own. While they are hidden, another product may have their SKU. */
async function sharedStock(change: ProductChange, transaction: ShopTransaction): Promise<ImportRecord[]> {
  if (change.sharedStock === null) return [];
  const skus = await transaction.keepSharedStock(change);
  return change.hidesVariations ? [] : skus.map((sku) => ({ sku, on_hand: change.sharedStock }));
}

export async function deleteProduct(deletion: ProductDeletion, transaction: ShopTransaction): Promise<ShopOutcome> {
  if (!(await transaction.isNewestDeletion(deletion))) return { outcome: 'stale' };
  const left = await giveUp(await transaction.forgetVariants(deletion.productId), transaction);
  const products = await transaction.write('catalogue', left.products, left.retired);
  const stock = await transaction.write('stock', left.stock);
  return summarize([products, stock], left.retired);
}
