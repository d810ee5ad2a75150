import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  catalogueColumns,
  type ImportFile,
  importFiles,
  orderColumns,
  returnColumns,
  stockColumns,
  userColumns,
} from '../arbitraries/import-files.ts';
import { captureCallside } from '../callside-run.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const fileSchema = z.object({ extension: z.enum(['csv', 'ndjson']), bytes: z.base64() });

const reportSchema = z.looseObject({
  inserted: z.int().min(0),
  updated: z.int().min(0),
  unchanged: z.int().min(0),
  rejected: z.int().min(0),
  errors: z.array(z.object({ line: z.int().min(1), reason: z.string().min(1) })),
});

/** Files for the imports of the command line. Each import ends with counts or one clear error, never with a stack trace. */
export function importTargets({ databaseUrl, brand }: SystemUnderTest, directory: string): FuzzTarget[] {
  const define = (group: string, files: ReturnType<typeof importFiles>) =>
    defineTarget({
      name: `${group}-file`,
      schema: fileSchema,
      cases: files.map(({ extension, bytes }: ImportFile) => ({ extension, bytes: bytes.toString('base64') })),
      check: async ({ extension, bytes }) => {
        const file = join(directory, `${group}-import.${extension}`);
        await writeFile(file, Buffer.from(bytes, 'base64'));
        const run = await captureCallside([group, 'import', file, '--brand', brand, '--json'], {
          DATABASE_URL: databaseUrl,
        });
        if (run.code !== 0 && run.code !== 1) throw new Error(`exit code ${run.code}: ${run.stderr}`);
        if (/\n\s+at /.test(run.stderr)) throw new Error(`a stack trace: ${run.stderr}`);
        if (run.stdout === '') {
          if (run.code === 0 || run.stderr === '') throw new Error('neither counts nor an error');
          return;
        }
        requireReport(JSON.parse(run.stdout));
      },
    });

  return [
    define('catalog', importFiles(catalogueColumns)),
    define('stock', importFiles(stockColumns)),
    define('orders', importFiles(orderColumns)),
    define('returns', importFiles(returnColumns)),
    define('user', importFiles(userColumns)),
  ];
}

function requireReport(printed: unknown): void {
  if (Object(printed).error !== undefined) return;
  const { rejected, errors } = reportSchema.parse(printed);
  if (errors.length !== Math.min(rejected, 1000))
    throw new Error(`${rejected} rejected rows, ${errors.length} reasons`);
}
