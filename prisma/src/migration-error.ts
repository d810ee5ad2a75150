/** Why the database cannot be migrated to this schema. The message names the migration and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
