import {
  delimiters,
  encodings,
  type FileImports,
  type ImportColumns,
  type ImportedFile,
  type ImportSetup,
  importsOf,
  noSuchLine,
  orderColumns,
  type ShopFormat,
  type SourceOptions,
  setupOf,
  stockColumns,
  type WrittenRows,
} from '@callside/shop-data';
import { z } from 'zod';
import { actingOperator } from '../audit-log.ts';

/** The kinds as the database has them, and as options and output name them: like the commands of the imports. */
export const kindNames = { catalogue: 'catalog', stock: 'stock', orders: 'orders' } as const;

/** As the database has them. */
export type FeedKind = keyof typeof kindNames;

/** A row of the table, with the brand's slug. */
export interface Feed {
  brand_id: string;
  slug: string;
  kind: FeedKind;
  url_sealed: string;
  url_shown: string;
  format: ShopFormat | null;
  allow_private: boolean;
  /** The file's column by the column that it stands for. */
  column_map: unknown;
  delimiter: string | null;
  encoding: string | null;
  etag: string | null;
  last_modified: string | null;
  /** Whether the last import had stock levels. */
  has_stock: boolean;
}

const storedOptions = z.object({
  columnMap: z.record(z.string(), z.string()).nullable(),
  delimiter: z.enum(delimiters).nullable(),
  encoding: z.enum(encodings).nullable(),
});

/** How the file of a feed is read, as stored; what is null is detected. */
export function readFeedOptions(row: { columnMap: unknown; delimiter: unknown; encoding: unknown }): SourceOptions {
  const { columnMap, delimiter, encoding } = storedOptions.parse(row);
  return {
    ...(columnMap && { map: new Map(Object.entries(columnMap)) }),
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
  };
}

/** The columns that `--map` may name; undefined: any, because the others are attributes. */
export const columnsOfFeed: Readonly<Record<FeedKind, ImportColumns | undefined>> = {
  catalogue: undefined,
  stock: stockColumns,
  orders: orderColumns,
};

/** How the file of a feed is imported. */
export function importsOfFeed(
  { kind, format, url_shown: subject }: Feed,
  { now, sizedTypes }: { now: Date; sizedTypes: readonly string[] },
): FileImports<unknown> {
  const file = { kind, format: format ?? undefined, subject, acting: actingOperator(), now, sizedTypes };
  const hasReturns = format !== null && kind === 'orders';
  return { ...importsOf(file), returns: hasReturns ? returnsSetup(file) : undefined };
}

/** The lines of orders that were cancelled or refunded, in a shop's order export. */
function returnsSetup(file: ImportedFile): ImportSetup<unknown> {
  const { createTarget, ...setup } = setupOf({ ...file, kind: 'returns' });
  return {
    ...setup,
    createTarget: (database, brand) => {
      const target = createTarget(database, brand);
      return { ...target, upsert: async (rows) => withoutUnknownLines(await target.upsert(rows)) };
    },
  };
}

/** An order that was cancelled before it was paid, or before the first poll, was never imported: its lines change nothing. */
function withoutUnknownLines({ refused = new Map(), ...written }: WrittenRows): WrittenRows {
  return { ...written, refused: new Map([...refused].filter(([, reason]) => reason !== noSuchLine)) };
}
