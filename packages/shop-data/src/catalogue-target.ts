import type { Query } from '@callside/database';
import { articleTypeKey, sizedTypesIn, sizeWording } from '@callside/schemas';
import { z } from 'zod';
import { decimalFromZero, optional, size, sku, title } from './column-types.ts';
import type { ImportTarget } from './import-rows.ts';
import { countChanges, lastOfEach } from './last-of-each.ts';
import { Retirement } from './retirement.ts';
import { saysNothing } from './shop-words.ts';
import { shownText } from './shown-text.ts';

/** What a shop keeps beside the columns refuses no product: a list is its items, and what is in an object is JSON. */
const attribute = z
  .unknown()
  .transform((value, context) => {
    const words = (Array.isArray(value) ? value : [value]).map(inWords);
    if (words.every((word) => word !== null)) return shownText(words.join(', '));
    context.issues.push({ code: 'custom', message: 'is nested too deep', input: value });
    return z.NEVER;
  })
  .refine((text) => text.isWellFormed(), 'is not UTF-8 text')
  .refine((text) => !text.includes('\0'), 'holds a NUL character');

/** null: it is nested too deep. */
function inWords(value: unknown): string | null {
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

const catalogueRowSchema = z
  .object({
    sku,
    title,
    web_price: decimalFromZero,
    article_type: title,
    size: optional(size),
    unit_cost: optional(decimalFromZero),
  })
  .catchall(attribute)
  .transform(({ sku, title, web_price, article_type, size, unit_cost, ...others }) => ({
    sku,
    title,
    webPrice: web_price,
    articleType: article_type,
    // Offers use size 0 for a product that is not sized, and files may do the same.
    size: Number(size?.number ?? 0) === 0 ? null : (size?.number ?? null),
    sizeText: size?.text && !saysNothing(size.text) ? size.text : null,
    unitCost: unit_cost ?? null,
    attributes: filled(others),
  }));

type CatalogueRow = z.infer<typeof catalogueRowSchema>;

function filled(others: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(others).filter(([name, value]) => name !== '' && value !== ''));
}

// xmax is 0 in a row version that only an insert made.
const upsertItems = `
  INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, size, size_text, unit_cost, attributes)
  SELECT $1, given.*
    FROM unnest($2::text[], $3::text[], $4::numeric[], $5::text[], $6::numeric[], $7::text[], $8::numeric[], $9::jsonb[])
    AS given (sku, title, web_price, article_type, size, size_text, unit_cost, attributes) ORDER BY sku
  ON CONFLICT (brand_id, sku) DO UPDATE SET title = excluded.title, web_price = excluded.web_price,
    article_type = excluded.article_type, size = excluded.size, size_text = excluded.size_text,
    unit_cost = excluded.unit_cost, attributes = excluded.attributes, updated_at = now(), retired_at = NULL
  WHERE (catalog_items.title, catalog_items.web_price, catalog_items.article_type, catalog_items.size,
         catalog_items.size_text, catalog_items.unit_cost, catalog_items.attributes)
    IS DISTINCT FROM (excluded.title, excluded.web_price, excluded.article_type, excluded.size, excluded.size_text,
                      excluded.unit_cost, excluded.attributes)
    OR catalog_items.retired_at IS NOT NULL
  RETURNING sku, xmax = 0 AS inserted`;

interface CatalogueOptions {
  /** The file has all products: missing ones are retired. */
  complete?: boolean;
  /** A shop's export, which has products that are not offered any more. */
  isExport?: boolean;
  /** Article types that are offered only in a size that the customer bought. */
  sizedTypes?: readonly string[];
}

/**
 * Imports the products of one brand, identified by SKU. A row replaces all values: it also clears a size or an attribute, and ends
 * a retirement.
 */
export function createCatalogueTarget(
  query: Query,
  brandId: string,
  { complete = false, isExport = false, sizedTypes = [] }: CatalogueOptions,
): ImportTarget<CatalogueRow> {
  const retirement = complete || isExport ? new Retirement(query, brandId, { isComplete: complete }) : undefined;
  const sizedKeys = sizedTypes.map(articleTypeKey);
  return {
    ...(sizedKeys.length > 0 && { warningOf: (row) => warningOf(row, sizedKeys) }),
    ...(retirement && {
      onRejected: (record) => retirement.keepRejected(record),
      onWithdrawn: (sku) => retirement.withdraw(sku),
      finish: async () => {
        const retired = await retirement.end();
        return retired === undefined ? {} : { retired };
      },
    }),
    columns: {
      required: ['sku', 'title', 'web_price', 'article_type'],
      optional: ['size', 'unit_cost'],
      codes: ['sku'],
      prices: ['web_price', 'unit_cost'],
    },
    schema: catalogueRowSchema,
    batchSize: 2000,
    upsert: async (given) => {
      for (const row of given) retirement?.keep(row.sku);
      const last = lastOfEach(given, ({ sku }) => sku);
      const rows = [...last.rows.values()];
      const written = await query<{ sku: string; inserted: boolean }>(upsertItems, [
        brandId,
        rows.map((row) => row.sku),
        rows.map((row) => row.title),
        rows.map((row) => row.webPrice),
        rows.map((row) => row.articleType),
        rows.map((row) => row.size),
        rows.map((row) => row.sizeText),
        rows.map((row) => row.unitCost),
        rows.map((row) => JSON.stringify(row.attributes)),
      ]);
      const inserted = written.filter((row) => row.inserted).length;
      const repeats = countChanges(last, written, ({ sku }) => sku);
      return { inserted, updated: written.length - inserted + repeats };
    },
  };
}

/** A shop that names its rings otherwise would offer them to callers whose size nobody knows. */
function warningOf({ size, sizeText, articleType, attributes }: CatalogueRow, sizedKeys: readonly string[]) {
  const given = size ?? sizeText;
  if (given === null || sizedTypesIn(sizeWording(articleType, attributes), sizedKeys).length > 0) return undefined;
  return `size ${given} of the article type ${articleType}: neither type, category nor tags name a sized type (${sizedKeys.join(', ')}), so every caller may be offered it`;
}
