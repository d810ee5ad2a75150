import { randomUUID } from 'node:crypto';
import { type ApiKeyFeature, digestApiKey, generateApiKey } from '@callside/auth';
import type { Query } from '@callside/database';
import { toE164 } from '@callside/schemas';

export const keyPrefix = 'cs';

export interface TestBrand {
  id: string;
  slug: string;
}

export interface Product {
  sku: string;
  title: string;
  price?: string;
  type: string;
  size?: string;
  stock?: number;
  attributes?: Record<string, string>;
}

/** A small jewellery shop: sized and unsized types, prices with cents, and one product out of stock in each of two types. */
export const products: readonly Product[] = [
  { sku: '101', title: 'Gold Band', price: '199.99', type: 'Ring', size: '7' },
  { sku: '102', title: 'Gold Band', price: '199.99', type: 'Ring', size: '8' },
  { sku: '103', title: 'Silver Signet', price: '89.5', type: 'Ring', size: '7' },
  { sku: '104', title: 'Sold-out Signet', price: '95', type: 'Ring', size: '7', stock: 0 },
  { sku: '201', title: 'Tennis Bracelet', price: '349', type: 'Bracelet', size: '6.5' },
  { sku: '202', title: 'Charm Bracelet', price: '59.9', type: 'Bracelet', size: '7' },
  { sku: '301', title: 'Plain Bangle', price: '45', type: 'Bangle', size: '2.6' },
  { sku: '401', title: 'Sapphire Pendant', price: '129.99', type: 'Pendant' },
  { sku: '402', title: 'Ruby Pendant', price: '139.99', type: 'Pendant' },
  { sku: '403', title: 'Opal Pendant', price: '0.1', type: 'Pendant' },
  { sku: '404', title: 'Sold-out Pendant', price: '75', type: 'Pendant', stock: 0 },
  { sku: '501', title: 'Hoop Earrings', price: '39', type: 'Earrings' },
  { sku: '502', title: 'Stud Earrings', price: '29.95', type: 'Earrings' },
  { sku: '503', title: 'Drop Earrings', price: '0.2', type: 'Earrings' },
  { sku: '601', title: 'Rope Chain', price: '79', type: 'Necklace' },
  { sku: '602', title: 'Box Chain', price: '69', type: 'Necklace' },
];

/** Of four digits: the names are in the order in which they were made. */
let brands = 1_000;

export async function addBrand(query: Query, slug?: string): Promise<TestBrand> {
  brands += 1;
  const brand = { id: randomUUID(), slug: slug ?? `brand-${brands}` };
  await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, $2, 'US')`, [brand.id, brand.slug]);
  return brand;
}

export async function addKey(
  query: Query,
  brand: { id: string },
  { feature = 'recommender', expiresAt = null }: { feature?: ApiKeyFeature; expiresAt?: Date | null } = {},
): Promise<{ id: string; key: string }> {
  const [id, key] = [randomUUID(), generateApiKey(keyPrefix)];
  const values = [id, brand.id, feature, digestApiKey(key), key.slice(-4), expiresAt];
  await query(
    'INSERT INTO api_keys (id, brand_id, feature, key_sha256, last_four, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    values,
  );
  return { id, key };
}

export async function addProducts(query: Query, brand: { id: string }, list = products): Promise<void> {
  for (const { sku, title, price = '10', type, size, stock = 5, attributes = {} } of list) {
    await query(
      `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, size, size_text, attributes)
       VALUES ($1, $2, $3, $4::numeric, $5, $6::numeric, $7, $8::jsonb)`,
      [brand.id, sku, title, price, type, ...sizeColumns(size), JSON.stringify(attributes)],
    );
    await query('INSERT INTO stock_levels (brand_id, sku, on_hand) VALUES ($1, $2, $3)', [brand.id, sku, stock]);
  }
  await query(
    `INSERT INTO data_versions (brand_id, catalogue, stock, stock_imported_at) VALUES ($1, 1, 1, now())
     ON CONFLICT (brand_id) DO UPDATE SET catalogue = data_versions.catalogue + 1, stock = data_versions.stock + 1`,
    [brand.id],
  );
}

/** A size is a number or a text. */
function sizeColumns(size: string | undefined): [number: string | null, text: string | null] {
  if (size === undefined) return [null, null];
  return Number.isNaN(Number(size)) ? [null, size] : [size, null];
}

export interface OrderLine {
  sku: string;
  date: string;
  title?: string;
  orderId?: string;
}

/** A customer with a phone number (ten digits of a US number, or E.164), and what they bought. */
export async function addCustomer(
  query: Query,
  brand: { id: string },
  { phone, customerId = null, lines = [] }: { phone: string | null; customerId?: string | null; lines?: OrderLine[] },
): Promise<string> {
  const id = randomUUID();
  await query('INSERT INTO customers (id, brand_id, customer_id, phone_number) VALUES ($1, $2, $3, $4)', [
    id,
    brand.id,
    customerId,
    phone === null ? null : toE164(phone),
  ]);
  await query(
    `INSERT INTO order_lines (brand_id, customer_id, sku, product_title, order_date, order_id)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::date[], $6::text[])`,
    [
      brand.id,
      id,
      lines.map(({ sku }) => sku),
      lines.map(({ title }) => title ?? null),
      lines.map(({ date }) => date),
      lines.map(({ orderId }, index) => orderId ?? `order-${index}`),
    ],
  );
  return id;
}
