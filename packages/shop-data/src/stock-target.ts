import type { Query } from '@callside/database';
import { typedNumber } from '@callside/schemas';
import { z } from 'zod';
import { isAmbiguous, mayBeThousands, sku } from './column-types.ts';
import type { ImportColumns } from './entry.ts';
import type { ImportTarget } from './import-rows.ts';
import { countChanges, lastOfEach } from './last-of-each.ts';
import { unitsInWords } from './shop-words.ts';

const mostUnits = 2 ** 31;
const numberForm = 'must be a number, such as 12, 0 or -3';

const stockRowSchema = z
  .object({
    sku,
    on_hand: z
      .custom<string | number>(isLevel, {
        error: ({ input }) => (isAmbiguous(input) ? `${numberForm}: ${mayBeThousands}` : numberForm),
      })
      // Of a cloth by the yard, 2.5 may be left: two can be sold.
      .transform((value) => Math.floor(Number(unitsInWords(String(value)) ?? typedNumber(String(value)))))
      .refine(
        (units) => units >= -mostUnits && units < mostUnits,
        `must be between ${-mostUnits} and ${mostUnits - 1}`,
      ),
  })
  .transform(({ sku, on_hand }) => ({ sku, onHand: on_hand }));

type StockRow = z.infer<typeof stockRowSchema>;

function isLevel(value: unknown): boolean {
  if (typeof value !== 'string') return Number.isFinite(value);
  return /^[+-]?(?:\d{1,16}(?:\.\d{0,16})?|\.\d{1,16})$/.test(typedNumber(value)) || unitsInWords(value) !== undefined;
}

const upsertLevels = `
  INSERT INTO stock_levels (brand_id, sku, on_hand)
  SELECT $1, given.* FROM unnest($2::text[], $3::int[]) AS given (sku, on_hand) ORDER BY sku
  ON CONFLICT (brand_id, sku) DO UPDATE SET on_hand = excluded.on_hand, updated_at = now()
  WHERE stock_levels.on_hand <> excluded.on_hand
  RETURNING sku, xmax = 0 AS inserted`;

export const stockColumns: ImportColumns = {
  required: ['sku', 'on_hand'],
  optional: [],
  codes: ['sku'],
  numbers: ['on_hand'],
  isComplete: true,
};

/** Imports the stock levels of one brand, identified by SKU, also of products that the catalogue does not have yet. */
export function createStockTarget(query: Query, brandId: string): ImportTarget<StockRow> {
  return {
    columns: stockColumns,
    schema: stockRowSchema,
    batchSize: 2000,
    upsert: async (given) => {
      const last = lastOfEach(given, ({ sku }) => sku);
      const rows = [...last.rows.values()];
      const written = await query<{ sku: string; inserted: boolean }>(upsertLevels, [
        brandId,
        rows.map((row) => row.sku),
        rows.map((row) => row.onHand),
      ]);
      const inserted = written.filter((row) => row.inserted).length;
      const repeats = countChanges(last, written, ({ sku }) => sku);
      return { inserted, updated: written.length - inserted + repeats };
    },
  };
}
