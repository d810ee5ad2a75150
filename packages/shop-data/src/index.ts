export { announceImport, type ImportedData } from './announce-import.ts';
export { createCatalogueTarget } from './catalogue-target.ts';
export { lockCustomers } from './customer-statements.ts';
export { type ImportDatabase, runInDryRun } from './dry-run.ts';
export type {
  ColumnMap,
  ImportChunk,
  ImportColumns,
  ImportEntry,
  ImportRecord,
  NamedColumns,
} from './entry.ts';
export {
  type FileLayout,
  type ImportKind,
  type ShopFormat,
  shopFormats,
  type Translator,
} from './exports/file-layout.ts';
export { layoutsOf } from './exports/shop-layouts.ts';
export {
  createReport,
  type ImportCounts,
  type ImportReport,
  type ImportSource,
  type PreviewRow,
  reject,
} from './import-report.ts';
export { type ImportTarget, importRows } from './import-rows.ts';
export { createOrderTarget } from './order-target.ts';
export { createReturnTarget } from './return-target.ts';
export { createStockTarget } from './stock-target.ts';
