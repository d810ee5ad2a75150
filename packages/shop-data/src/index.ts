export { announceImport, confirmStock, type ImportedData } from './announce-import.ts';
export type { BrandOfRows } from './brand-of-rows.ts';
export { createCatalogueTarget } from './catalogue-target.ts';
export { readCustomerPhone } from './customer-phone.ts';
export { lockCustomers } from './customer-statements.ts';
export { type ImportDatabase, inSavepoints, runInDryRun } from './dry-run.ts';
export type { ColumnMap, ImportColumns, ImportEntry, ImportRecord } from './entry.ts';
export type { CustomerName } from './erasure/customer-identity.ts';
export { eraseCustomer } from './erasure/erase-customer.ts';
export { ErasureError } from './erasure/erasure-error.ts';
export { type ImportKind, type ShopFormat, shopFormats } from './exports/file-layout.ts';
export { requireKnownColumns } from './files/csv-header.ts';
export { type Encoding, encodings } from './files/detect-encoding.ts';
export { ImportFileError, reasonOfSystem } from './files/import-file-error.ts';
export { type Delimiter, delimiters, nameOfDelimiter, type SourceOptions } from './files/source-options.ts';
export { withTemporaryDirectory } from './files/temporary-directory.ts';
export { type FileImports, type ImportSetup, importOnRecord } from './import-on-record.ts';
export {
  createReport,
  type ImportReport,
  type ImportSource,
  type PreviewRow,
  reject,
} from './import-report.ts';
export { type ImportTarget, importRows, readRow, type WrittenRows } from './import-rows.ts';
export { type ImportedFile, importsOf, setupOf } from './imports-of.ts';
export { countChanges, lastOfEach } from './last-of-each.ts';
export { moveOrderLines, type OrderedSkus, type OrderKey, settleOrderLines } from './lines-of-order.ts';
export {
  clearObjection,
  findObjection,
  listObjections,
  type ObjectionSubject,
  objectionHash,
  type StoredObjection,
  setObjections,
} from './objections/objections.ts';
export { createOrderRowSchema } from './order-row.ts';
export { createOrderTarget, orderColumns } from './order-target.ts';
export { retireProducts } from './retirement.ts';
export { createReturnTarget, noSuchLine } from './return-target.ts';
export { createStockTarget, stockColumns } from './stock-target.ts';
export { withCategoryOnFile } from './webhooks/category-on-file.ts';
export { findShopAdapter, shopAdapters } from './webhooks/shop-adapters.ts';
export type {
  DeliveryIdentity,
  InheritedValues,
  OrderChange,
  ProductChange,
  ProductDeletion,
  ShopAdapter,
  ShopChange,
  ShopVariant,
  SignedShopRequest,
} from './webhooks/shop-webhook.ts';
