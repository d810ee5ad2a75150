import type { Acting } from '@callside/auth';
import type { ImportedData } from './announce-import.ts';
import { createCatalogueTarget } from './catalogue-target.ts';
import type { ImportKind, ShopFormat } from './exports/file-layout.ts';
import { layoutsOf } from './exports/shop-layouts.ts';
import { type FileImports, type ImportSetup, recordOf } from './import-on-record.ts';
import type { ImportTarget } from './import-rows.ts';
import { createOrderTarget } from './order-target.ts';
import { createReturnTarget } from './return-target.ts';
import { createStockTarget } from './stock-target.ts';

export interface ImportedFile {
  kind: ImportKind;
  /** undefined: it has the columns of Callside. */
  format?: ShopFormat | undefined;
  /** A catalogue: products that are missing in it are retired. */
  complete?: boolean;
  /** Its name, or the address of a feed, for the audit log. */
  subject: string;
  acting: Acting;
  now: Date;
  /** Article types that are offered only in a size that the customer bought. */
  sizedTypes: readonly string[];
}

const dataOf = {
  catalogue: 'catalogue',
  stock: 'stock',
  orders: 'orders',
  returns: 'orders',
} as const satisfies Record<ImportKind, ImportedData>;
const actions = {
  catalogue: 'catalog.import',
  stock: 'stock.import',
  orders: 'orders.import',
  returns: 'returns.import',
} as const;

/** How a file is imported. The stock levels in a shop's export of products are imported as well. */
export function importsOf(file: ImportedFile): FileImports<unknown> {
  const { kind, format } = file;
  return {
    setup: { ...setupOf(file), isComplete: kind === 'catalogue' && file.complete === true },
    stock: format !== undefined && kind === 'catalogue' ? setupOf({ ...file, kind: 'stock' }) : undefined,
  };
}

export function setupOf(file: ImportedFile): ImportSetup<unknown> {
  const { kind, format, subject, acting, now } = file;
  return {
    createTarget: targetOf(file),
    onEnd: recordOf({ data: dataOf[kind], action: actions[kind], subject, ...acting }),
    layouts: format && layoutsOf(format, kind, now),
  };
}

function targetOf({ kind, format, complete = false, sizedTypes }: ImportedFile): ImportSetup<unknown>['createTarget'] {
  switch (kind) {
    case 'catalogue':
      return ({ query }, brand) =>
        erase(createCatalogueTarget(query, brand.id, { complete, isExport: format !== undefined, sizedTypes }));
    case 'stock':
      return ({ query }, brand) => erase(createStockTarget(query, brand.id));
    case 'orders':
      return (database, brand) => erase(createOrderTarget(database, brand));
    case 'returns':
      return (database, brand) => erase(createReturnTarget(database, brand));
  }
}

/** Its rows come only from its own schema. */
function erase<Row>(target: ImportTarget<Row>): ImportTarget<unknown> {
  return target as ImportTarget<unknown>;
}
