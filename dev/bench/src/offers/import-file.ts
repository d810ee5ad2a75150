import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '@callside/test-kit';
import { z } from 'zod';
import type { BaseData } from '../base-data.ts';

const importReportSchema = z.object({ rejected: z.number() });

const program = fileURLToPath(new URL('../../../../packages/operator-cli/bin/callside.mjs', import.meta.url));

interface ImportedFile {
  kind: 'catalog' | 'stock' | 'orders';
  file: string;
  /** Slug. */
  brand: string;
}

type Database = Pick<BaseData, 'databaseUrl'>;

/** Runs `callside` in a separate process, and resolves to what it prints. Rejects when it fails. */
export async function runCallside(
  { databaseUrl }: Database,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const env = { ...inheritedEnvironment(), DATABASE_URL: databaseUrl, ...settings };
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
}

/** Imports a file with the command line. Rejects when a row is rejected. */
export async function importFile(database: Database, { kind, file, brand }: ImportedFile): Promise<void> {
  const stdout = await runCallside(database, [kind, 'import', file, '--brand', brand, '--json']);
  const { rejected } = importReportSchema.parse(JSON.parse(stdout));
  if (rejected !== 0) throw new Error(`the import of ${file} rejected ${rejected} rows`);
}
