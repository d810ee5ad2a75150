import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MigrationError } from './migration-error.ts';

export interface MigrationFile {
  /** The name of its directory; migrations run in the order of names. */
  name: string;
  sql: string;
  /** SHA-256 of the file, hex. */
  checksum: string;
}

/** The migrations of this package, from any module that can import it: src, dist or the bundle of a service. */
export const migrationsDirectory = join(
  dirname(createRequire(import.meta.url).resolve('@callside/database/package.json')),
  'migrations',
);

/** Reads every <directory>/<name>/migration.sql, in the order of their names. */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
    throw new MigrationError(`cannot read the migrations directory ${directory}`, { cause });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const files: MigrationFile[] = [];
  // One after the other, because a starting service has few file descriptors where their limit is low.
  for (const name of names.sort()) files.push(await readMigrationFile(directory, name));
  return files;
}

/** Every checksum that Prisma Migrate may have recorded for a file: different line endings are not a change. */
export function equivalentChecksums({ sql, checksum }: MigrationFile): string[] {
  const unix = sql.replaceAll('\r\n', '\n');
  return [checksum, sha256(unix), sha256(unix.replaceAll('\n', '\r\n'))];
}

async function readMigrationFile(directory: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8').catch((cause: unknown) => {
    const { code } = Object(cause);
    // A file that is there and cannot be read, as after an installation with a strict umask, must not be deleted.
    const problem =
      code === 'ENOENT'
        ? `migration ${name} has no migration.sql; delete its directory or restore the file`
        : `the migration.sql of migration ${name} cannot be read (${code}); make it readable for this account`;
    throw new MigrationError(problem, { cause });
  });
  return { name, sql, checksum: sha256(sql) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
