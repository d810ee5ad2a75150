export type { Pool, PoolClient } from 'pg';
export { lockBrand } from './brand-lock.ts';
export { type BrandWords, readBrandWords, setBrandWord } from './brand-words.ts';
export {
  createDatabase,
  createPool,
  type Database,
  type DatabaseOptions,
  type PoolOptions,
  preparedThrough,
  type Query,
  queryThrough,
  queryWithin,
} from './database.ts';
export { Prisma, type PrismaClient } from './generated/client.ts';
export { endFailedTransaction, inTransaction } from './in-transaction.ts';
export { isWritable } from './is-writable.ts';
export { catalogueHas, listStoredRules, removeStoredRule, type StoredRule, storeRule } from './merchandising-rules.ts';
export { type MigrateOptions, migrate } from './migrate.ts';
export { MigrationError } from './migration-error.ts';
export {
  countDueRows,
  type DeletedCalls,
  type DeletedRecommendations,
  type DueRows,
  deleteCalls,
  deleteRecommendations,
  deleteSessions,
  emptiedEvent,
} from './personal-data.ts';
export { readSchemaStatus, type SchemaStatus } from './schema-status.ts';
export { digestArray, plainArray, textArray } from './text-array.ts';
