import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandBench, createCommandBench } from './command-bench.ts';

export interface ImportReport {
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  errors: { line: number; reason: string }[];
}

export interface ImportBench extends CommandBench {
  /** Adds a brand without hosts and returns its slug. */
  addBrand: (country?: string) => Promise<string>;
  writeLines: (name: string, ...lines: string[]) => Promise<string>;
  /** Writes the lines to a file of that name and imports it with `callside <group> import`. */
  importLines: (group: string, brand: string, name: string, ...lines: string[]) => Promise<ImportReport>;
  /** Rows of the brand: `sql` has the brand's id as $1. */
  readRows: (brand: string, sql: string) => Promise<unknown[]>;
}

/** A migrated database and a directory of import files. */
export async function createImportBench(): Promise<ImportBench> {
  const bench = await createCommandBench();
  const directory = await mkdtemp(join(tmpdir(), 'callside-import-'));
  const { query } = bench.database;
  // Of four digits: the names are in the order in which they were made.
  let brands = 1_000;
  const writeLines = async (name: string, ...lines: string[]) => {
    const file = join(directory, name);
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    return file;
  };
  return {
    ...bench,
    addBrand: async (country = 'US') => {
      brands += 1;
      const slug = `brand-${brands}`;
      await query('INSERT INTO brands (id, slug, name, country) VALUES (gen_random_uuid(), $1, $1, $2)', [
        slug,
        country,
      ]);
      return slug;
    },
    writeLines,
    importLines: async (group, brand, name, ...lines) => {
      const file = await writeLines(name, ...lines);
      const { code, stdout, stderr } = await bench.run(group, 'import', file, '--brand', brand, '--json');
      const report = JSON.parse(stdout) as ImportReport;
      const { inserted, updated, unchanged, rejected } = report;
      const isSuccess = rejected === 0 || inserted + updated + unchanged > 0;
      if (code !== (isSuccess ? 0 : 1)) throw new Error(`callside ${group} import ended with ${code}: ${stderr}`);
      return report;
    },
    readRows: async (brand, sql) => {
      const [found] = await query<{ id: string }>('SELECT id FROM brands WHERE slug = $1', [brand]);
      return query(sql, [found?.id]);
    },
    close: async () => {
      await rm(directory, { recursive: true });
      await bench.close();
    },
  };
}

/** The counts of a report, without errors. */
export function counts(inserted: number, updated: number, unchanged: number): ImportReport {
  return { inserted, updated, unchanged, rejected: 0, errors: [] };
}
