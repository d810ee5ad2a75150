import { until } from '@callside/test-kit';
import { startCallside } from '../support/callside.ts';
import { createImportBench, type ImportBench, type ImportReport } from '../support/import-bench.ts';

/** For a process that imports: within the time limit of a test. */
const patienceMs = 50_000;

let bench: ImportBench;
beforeAll(async () => {
  bench = await createImportBench();
});
afterAll(() => bench.close());

const lineCount = 400_000;
const numbers = Array.from({ length: lineCount }, (_, at) => at + 1);
const kinds = {
  catalog: {
    lines: ['sku,title,web_price,article_type', ...numbers.map((sku) => `${sku},Product ${sku},10,pendant`)],
    written: 'SELECT count(*)::int AS rows FROM catalog_items WHERE brand_id = $1',
    version: 'catalogue',
  },
  orders: {
    lines: ['phone,sku,order_date', ...numbers.map((at) => `${2_015_550_000 + (at % 5000)},${at},2026-03-01`)],
    written: 'SELECT count(*)::int AS rows FROM order_lines WHERE brand_id = $1',
    version: 'orders',
  },
};

describe('an import that a signal ends', () => {
  it.each([
    ['catalog', 'SIGINT', 1],
    ['orders', 'SIGTERM', 1],
    // The terminal sends one, and the package manager forwards another.
    ['catalog', 'SIGINT', 2],
  ] as const)(
    'notifies the services and records what it wrote: callside %s import, %s sent %i times',
    async (kind, signal, times) => {
      const { lines, written, version } = kinds[kind];
      const brand = await bench.addBrand();
      const file = await bench.writeLines(`${kind}.csv`, lines.join('\n'));
      const readCount = async () => Object(await bench.readRows(brand, written))[0].rows as number;
      const { child, ended } = startCallside([kind, 'import', file, '--brand', brand, '--json'], {
        DATABASE_URL: bench.url,
      });
      await until('rows are written', async () => (await readCount()) > 0, patienceMs);
      for (let time = 0; time < times; time += 1) child.kill(signal);
      const { code, stdout, stderr } = await ended;

      expect({ code, stderr }).toEqual({
        code: 130,
        stderr: 'callside: interrupted; the counted rows are written; import the file again to add the rest\n',
      });
      const report = JSON.parse(stdout) as ImportReport;
      expect(report).toEqual({
        inserted: await readCount(),
        updated: 0,
        unchanged: 0,
        rejected: 0,
        errors: [],
        interrupted: true,
      });
      expect(report.inserted).toBeLessThan(lineCount);
      expect(await bench.readRows(brand, `SELECT ${version}::int FROM data_versions WHERE brand_id = $1`)).toEqual([
        { [version]: 1 },
      ]);
      const { errors: _, ...detail } = report;
      expect((await bench.readAudit()).filter(({ slug }) => slug === brand)).toMatchObject([
        { action: `${kind}.import`, subject: `${kind}.csv`, detail },
      ]);
    },
    60_000,
  );
});
