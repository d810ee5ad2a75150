import { z } from 'zod';
import { createWooCommerceProducts, wooCommerceStock } from '../exports/woocommerce-products.ts';
import { plainText } from './plain-text.ts';
import { id, instant, words } from './read-payload.ts';
import type { ProductChange, ShopVariant } from './shop-webhook.ts';

const mostAttributes = 100;

export const wooCommerceProductSchema = z.object({
  id,
  parent_id: id.nullish(),
  name: words,
  type: words,
  status: words,
  sku: words,
  /** Today's price; during a sale, the sale price. */
  price: words,
  regular_price: words,
  date_modified_gmt: instant,
  manage_stock: z.union([z.boolean(), z.string()]).nullish(),
  stock_quantity: z.number().nullish(),
  stock_status: words,
  /** Their ids, in a product with variations. Version 1 of the API has objects. */
  variations: z.array(id).nullish().catch(null),
  categories: z.array(z.object({ name: words })).nullish(),
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
    articleType: product.categories?.[0] === undefined ? null : plainText(product.categories[0].name),
    hidesVariations: holdsVariations && product.status !== 'publish',
    sharedStock: holdsVariations && product.manage_stock === true ? (product.stock_quantity ?? null) : null,
    variants:
      product.sku.trim() === '' ? [] : [holdsVariations ? toHolder(product) : toVariant(product, row, receivedAt)],
    keptVariants: isVariation || holdsVariations ? variationsOf(product) : [],
    isRestored: false,
  };
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
  const today = receivedAt.toISOString().slice(0, 10);
  const offered = createWooCommerceProducts(today).createTranslator().translate(row, 1);
  const level = wooCommerceStock.createTranslator().translate(row, 1);
  // WooCommerce does not sell what has no price.
  const isSold = row['Regular price'] !== '';
  return {
    variantId: product.id,
    sku: product.sku.trim(),
    inventoryItemId: product.manage_stock === 'parent' ? (product.parent_id ?? null) : null,
    product: isSold && typeof offered === 'object' && 'record' in offered ? offered.record : null,
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
    Name: plainText(product.name),
    Published: product.status === 'publish' ? '1' : '-1',
    'Regular price': product.price || product.regular_price,
    Categories: escaped(plainText(product.categories?.[0]?.name ?? '')),
    Stock: isManaged ? String(product.stock_quantity) : '',
    'In stock?': product.stock_status === 'outofstock' ? '0' : '1',
    ...Object.fromEntries(attributes),
  };
}

/** The export escapes a comma inside a value in this way. */
function escaped(value: string): string {
  return value.replaceAll(',', '\\,');
}
