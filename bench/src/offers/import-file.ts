import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '@callside/test-kit';
import { z } from 'zod';
import type { BaseData } from '../base-data.ts';

const importReportSchema = z.object({
  inserted: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
});

const program = fileURLToPath(new URL('../../../packages/operator-cli/bin/callside.mjs', import.meta.url));

/** Runs an import of the command line in a separate process. */
export async function runOperatorCommand({ databaseUrl }: BaseData, args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], {
    env: { ...inheritedEnvironment(), DATABASE_URL: databaseUrl },
  });
  return importReportSchema.parse(JSON.parse(stdout));
}
