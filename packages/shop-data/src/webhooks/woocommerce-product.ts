import { z } from 'zod';
import { createWooCommerceProducts, wooCommerceStock } from '../exports/woocommerce-products.ts';
import { amountOrNull, id, instant, words } from './read-payload.ts';
import type { InheritedValues, ProductChange, ShopVariant } from './shop-webhook.ts';

const mostAttributes = 100;

export const wooCommerceProductSchema = z.object({
  id,
  parent_id: id.nullish(),
  name: words,
  type: words,
  status: words,
  catalog_visibility: words,
  sku: words,
  /** Today's price; during a sale, the sale price. */
  price: words,
  regular_price: words,
  date_modified_gmt: instant,
  manage_stock: z.union([z.boolean(), z.string()]).nullish(),
  stock_quantity: amountOrNull,
  stock_status: words,
  /** Their ids, in a product with variations. Version 1 of the API has objects. */
  variations: z.array(id).nullish().catch(null),
  categories: z.array(z.object({ name: words })).nullish(),
  tags: z.array(z.object({ name: words })).nullish(),
  /** A product has `options`, a variation has one `option`. */
  attributes: z
    .array(z.object({ name: words, option: words, options: z.array(words).nullish() }))
    .max(mostAttributes)
    .nullish(),
});

type Product = z.output<typeof wooCommerceProductSchema>;

export function toProductChange(product: Product, receivedAt: Date): ProductChange {
  // The plugin for subscriptions has the types subscription_variation and variable-subscription.
  const isVariation = product.type.endsWith('variation') && (product.parent_id ?? '0') !== '0';
  const holdsVariations = product.type.startsWith('variable');
  const row = toExportRow(product);
  return {
    kind: 'product',
    productId: product.id,
    parentId: isVariation ? (product.parent_id ?? product.id) : product.id,
    changedAt: product.date_modified_gmt,
    inherited: isVariation ? null : inheritedOf(product),
    hidesVariations: holdsVariations && !isShown(product),
    sharedStock: holdsVariations && product.manage_stock === true ? stockOf(product) : null,
    variants:
      product.sku.trim() === '' ? [] : [holdsVariations ? toHolder(product) : toVariant(product, row, receivedAt)],
    keptVariants: isVariation || holdsVariations ? variationsOf(product) : [],
    isRestored: false,
  };
}

function isShown({ status, catalog_visibility }: Product): boolean {
  return status === 'publish' && catalog_visibility !== 'hidden';
}

/** What variations have from their product. A product without categories says nothing of them. */
function inheritedOf({ name, categories, tags }: Product): InheritedValues {
  const names = (categories ?? []).map((category) => category.name);
  return {
    title: name,
    ...(names[0] !== undefined && { article_type: names[0], category: names.join(', ') }),
    tags: (tags ?? []).map((tag) => tag.name).join(', '),
  };
}

/** Whole pieces. What can only be ordered is not in stock. */
function stockOf({ stock_quantity, stock_status }: Product): number | null {
  if (typeof stock_quantity !== 'number') return null;
  return isInStock(stock_status) ? Math.floor(stock_quantity) : Math.min(0, Math.floor(stock_quantity));
}

/** Absent in old versions. `onbackorder`, and what plugins add, is not in stock. */
function isInStock(status: string): boolean {
  return status === '' || status === 'instock';
}

/** null: a variation, or a product that does not name its variations, as some plugins make it. */
function variationsOf({ variations }: Product): string[] | null {
  return variations?.length ? variations : null;
}

/** A product with variations is not sold itself, also when it was a simple product before. */
function toHolder(product: Product): ShopVariant {
  return { variantId: product.id, sku: product.sku.trim(), inventoryItemId: null, product: null, stock: null };
}

function toVariant(product: Product, row: Record<string, string>, receivedAt: Date): ShopVariant {
  const offered = createWooCommerceProducts(receivedAt).createTranslator().translate(row, 1);
  const level = wooCommerceStock.createTranslator().translate(row, 1);
  return {
    variantId: product.id,
    sku: product.sku.trim(),
    inventoryItemId: product.manage_stock === 'parent' ? (product.parent_id ?? null) : null,
    product: typeof offered === 'object' && 'record' in offered ? offered.record : null,
    stock: typeof level === 'object' && 'record' in level ? level.record : null,
  };
}

/** The row that WooCommerce's product export has. */
function toExportRow(product: Product): Record<string, string> {
  const isManaged = product.manage_stock !== false && typeof product.stock_quantity === 'number';
  const attributes = (product.attributes ?? []).flatMap(({ name, option, options }, at) => [
    [`Attribute ${at + 1} name`, name],
    [`Attribute ${at + 1} value(s)`, option === '' ? (options ?? []).map(escaped).join(', ') : escaped(option)],
  ]);
  return {
    Type: product.type,
    SKU: product.sku,
    Name: product.name,
    Published: isShown(product) ? '1' : '-1',
    'Regular price': product.price || product.regular_price,
    Categories: (product.categories ?? []).map(({ name }) => escaped(name)).join(', '),
    Tags: (product.tags ?? []).map(({ name }) => escaped(name)).join(', '),
    Stock: isManaged ? String(product.stock_quantity) : '',
    'In stock?': isInStock(product.stock_status) ? '1' : '0',
    ...Object.fromEntries(attributes),
  };
}

/** The export escapes a comma inside a value in this way. */
function escaped(value: string): string {
  return value.replaceAll(',', '\\,');
}
