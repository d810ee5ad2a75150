import { z } from 'zod';
import { shopifyProductStock, shopifyProducts } from '../exports/shopify-products.ts';
import { amountOrNull, id, instant, words } from './read-payload.ts';
import type { ProductChange, ShopVariant } from './shop-webhook.ts';

const mostVariants = 2048;

/** The id at the end of `gid://shopify/ProductVariant/642667041472713922`. */
const globalId = z
  .string()
  .transform((text): string | number => text.slice(text.lastIndexOf('/') + 1))
  .pipe(id);

const variantSchema = z.object({
  id,
  sku: words,
  price: words,
  option1: words,
  option2: words,
  option3: words,
  /** `gift_card`, or who delivers. */
  fulfillment_service: words,
  inventory_item_id: id.nullish(),
  /** null: the stock is not tracked. Absent in API versions from 2025. */
  inventory_management: z.string().nullish(),
  inventory_quantity: amountOrNull,
});

export const shopifyProductSchema = z.object({
  id,
  title: words,
  vendor: words,
  product_type: words,
  tags: z.union([words, z.array(words).transform((tags) => tags.join(', '))]),
  status: words,
  /** null: it is not published. */
  published_at: z.string().nullish(),
  updated_at: instant,
  category: z.object({ full_name: words }).nullish(),
  options: z.array(z.object({ name: words })).nullish(),
  /** In API versions from 2024-04 the first 100. */
  variants: z.array(variantSchema).max(mostVariants),
  /** All. */
  variant_gids: z
    .array(z.object({ admin_graphql_api_id: globalId }))
    .nullish()
    .catch(null),
});

type Product = z.output<typeof shopifyProductSchema>;

export function toProductChange(product: Product): ProductChange {
  const [products, stock] = [shopifyProducts.createTranslator(), shopifyProductStock.createTranslator()];
  const variants = product.variants.flatMap((variant, at): ShopVariant[] => {
    if (variant.sku.trim() === '') return [];
    const row = toExportRow(product, variant);
    const [offered, level] = [products.translate(row, at + 1), stock.translate(row, at + 1)];
    const says = variant.inventory_management !== undefined || typeof variant.inventory_quantity === 'number';
    return [
      {
        variantId: variant.id,
        sku: variant.sku.trim(),
        inventoryItemId: variant.inventory_item_id ?? null,
        product: typeof offered === 'object' && 'record' in offered ? offered.record : null,
        stock: says && typeof level === 'object' && 'record' in level ? level.record : null,
      },
    ];
  });
  return {
    kind: 'product',
    productId: product.id,
    parentId: product.id,
    changedAt: product.updated_at,
    inherited: null,
    hidesVariations: product.published_at === null || !['', 'active'].includes(product.status.trim().toLowerCase()),
    sharedStock: null,
    variants,
    keptVariants: variantsWithoutData(product),
    isRestored: false,
  };
}

/** Of a product with more than 100 variants Shopify sends only the ids of the others. */
function variantsWithoutData({ variants, variant_gids }: Product): string[] {
  const withData = new Set(variants.map(({ id }) => id));
  return (variant_gids ?? []).map((variant) => variant.admin_graphql_api_id).filter((id) => !withData.has(id));
}

/** The row that Shopify's product export has for a variant. */
function toExportRow(product: Product, variant: Product['variants'][number]): Record<string, string> {
  const [first, second, third] = product.options ?? [];
  return {
    Handle: product.id,
    Title: product.title,
    Vendor: product.vendor,
    Type: product.product_type,
    'Product Category': product.category?.full_name ?? '',
    Tags: product.tags,
    Published: product.published_at === null ? 'FALSE' : '',
    Status: product.status,
    'Gift Card': variant.fulfillment_service === 'gift_card' ? 'TRUE' : '',
    'Option1 Name': first?.name ?? '',
    'Option1 Value': variant.option1,
    'Option2 Name': second?.name ?? '',
    'Option2 Value': variant.option2,
    'Option3 Name': third?.name ?? '',
    'Option3 Value': variant.option3,
    'Variant SKU': variant.sku.trim(),
    'Variant Price': variant.price,
    'Variant Inventory Qty': String(variant.inventory_quantity ?? 0),
    'Variant Inventory Tracker': variant.inventory_management === null ? '' : 'shopify',
  };
}
