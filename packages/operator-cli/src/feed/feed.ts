import {
  createCatalogueTarget,
  createOrderTarget,
  createReturnTarget,
  createStockTarget,
  type ImportColumns,
  type ImportTarget,
  layoutsOf,
  noSuchLine,
  orderColumns,
  type ShopFormat,
  stockColumns,
  type WrittenRows,
} from '@callside/shop-data';
import { z } from 'zod';
import { recordOf, stockSetup } from '../commands/import-data.ts';
import type { FileImports, ImportSetup } from '../commands/import-on-record.ts';
import { encodings } from '../import/detect-encoding.ts';
import { delimiters, type SourceOptions } from '../import/source-options.ts';

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

const actions = { catalogue: 'catalog.import', stock: 'stock.import', orders: 'orders.import' } as const;

/** How the file of a feed is imported. */
export function importsOf(
  { kind, format, url_shown }: Feed,
  { now, sizedTypes }: { now: Date; sizedTypes: readonly string[] },
): FileImports<unknown> {
  const createTarget: ImportSetup<unknown>['createTarget'] = (database, brand) => {
    if (kind === 'catalogue')
      return erase(createCatalogueTarget(database.query, brand.id, { complete: false, sizedTypes }));
    if (kind === 'stock') return erase(createStockTarget(database.query, brand.id));
    return erase(createOrderTarget(database, brand));
  };
  return {
    setup: {
      createTarget,
      onEnd: recordOf(url_shown, kind, actions[kind]),
      layouts: format === null ? undefined : layoutsOf(format, kind, now),
    },
    stock: format !== null && kind === 'catalogue' ? stockSetup(url_shown, format, now) : undefined,
    returns: format !== null && kind === 'orders' ? returnsSetup(url_shown, format, now) : undefined,
  };
}

/** The lines of orders that were cancelled or refunded, in a shop's order export. */
function returnsSetup(subject: string, format: ShopFormat, now: Date): ImportSetup<unknown> {
  return {
    createTarget: (database, brand) => {
      const target = createReturnTarget(database, brand);
      return erase({ ...target, upsert: async (rows) => withoutUnknownLines(await target.upsert(rows)) });
    },
    onEnd: recordOf(subject, 'orders', 'returns.import'),
    layouts: layoutsOf(format, 'returns', now),
  };
}

/** An order that was cancelled before it was paid, or before the first poll, was never imported: its lines change nothing. */
function withoutUnknownLines({ refused = new Map(), ...written }: WrittenRows): WrittenRows {
  return { ...written, refused: new Map([...refused].filter(([, reason]) => reason !== noSuchLine)) };
}

/** Its rows come only from its own schema. */
function erase<Row>(target: ImportTarget<Row>): ImportTarget<unknown> {
  return target as ImportTarget<unknown>;
}
