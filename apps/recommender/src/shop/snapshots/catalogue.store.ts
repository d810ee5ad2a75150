import { createHash } from 'node:crypto';
import type { Query } from '@callside/database';
import type { CatalogueItem } from '../../ranking/index.ts';
import { type Catalogue, compareSkus, createCatalogue } from '../../ranking/index.ts';
import { readInChunks } from './read-in-chunks.ts';

interface ItemRow {
  sku: string;
  title: string;
  webPrice: string;
  articleType: string;
  size: string | null;
  sizeText: string | null;
  attributes: Record<string, unknown>;
  retired: boolean;
}

const selectItems = `
  SELECT sku, title, web_price::text AS "webPrice", article_type AS "articleType", size::text AS size,
         size_text AS "sizeText", attributes, retired_at IS NOT NULL AS retired
  FROM catalog_items WHERE brand_id = $1`;

/** The catalogue of a brand; its version is a digest of the items. Needs a transaction. */
export async function readCatalogue(query: Query, brandId: string): Promise<Catalogue> {
  const items: CatalogueItem[] = [];
  await readInChunks<ItemRow>(query, selectItems, [brandId], (rows) => {
    for (const row of rows) items.push(toItem(row));
  });
  items.sort((one, other) => compareSkus(one.sku, other.sku));
  return createCatalogue(items, versionOf(items));
}

// The sum does not depend on the order of the rows. 1.5 and 1.50 are the same price and give the same hash.
const selectFingerprint = `
  SELECT count(*) || ' ' || coalesce(sum(hash_record_extended(
    ROW (sku, title, web_price, article_type, size, size_text, attributes, retired_at IS NOT NULL), 0)), 0) AS fingerprint
  FROM catalog_items WHERE brand_id = $1`;

/** Differs when anything in the catalogue differs, also after manual changes. Cheaper than reading the catalogue. */
export async function readFingerprint(query: Query, brandId: string): Promise<string> {
  const [row] = await query<{ fingerprint: string }>(selectFingerprint, [brandId]);
  return row?.fingerprint ?? '';
}

/** The number of items that a fingerprint begins with. */
export function itemsOf(fingerprint: string): number {
  return Number.parseInt(fingerprint, 10) || 0;
}

function toItem({ sku, title, webPrice, articleType, size, sizeText, attributes, retired }: ItemRow): CatalogueItem {
  return {
    sku,
    title,
    webPrice: Number(webPrice),
    articleType,
    size: size === null ? sizeText : Number(size),
    attributes: textsOf(attributes),
    ...(retired && { retired }),
  };
}

/**
 * Sorted by name. Imports write texts only; manual changes may write other values. Names such as `constructor` are left
 * out, because every object seems to have them.
 */
function textsOf(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === '' || name in Object.prototype) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function versionOf(items: readonly CatalogueItem[]): string {
  const digest = createHash('sha256');
  for (const { sku, title, webPrice, articleType, size, attributes, retired } of items) {
    const values = [sku, title, webPrice, articleType, size, Object.entries(attributes), ...(retired ? [true] : [])];
    digest.update(`${JSON.stringify(values)}\n`);
  }
  return digest.digest('hex').slice(0, 16);
}
