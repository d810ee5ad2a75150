import { MigrationError } from './migration-error.ts';

/**
 * Why a database with these applied migrations cannot be brought to the schema of this release: it was made by the sources before the
 * baseline, which is the first of the files. Null if it can.
 */
export function findEarlyDatabase(files: readonly string[], applied: readonly string[]): MigrationError | null {
  const isEarly = applied.length > 0 && !applied.some((name) => name === files[0]);
  if (!isEarly) return null;
  return new MigrationError('the database was made before the first release and cannot be migrated', {
    hint:
      'keep what is in it with `pg_dump --format=custom --no-owner --file=callside.dump "$DATABASE_URL"`, ' +
      'then create an empty database and run `callside db migrate` on it',
  });
}
