import { readFile, writeFile } from 'node:fs/promises';
import { runCallsideProcess } from '../support/callside.ts';
import { counts, createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await createImportBench();
});
afterAll(() => bench.close());

// Without `keepHeapSmall` so many lines take more than 310 MB.
const lineCount = 80_000;
const limitMegabytes = 300;
const map = 'phone=Telefon,sku=Artikel,order_date=Datum,product_title=Titel,customer_id=Kunde,customer_name=Name';
const line = (at: number) =>
  [2_015_550_000 + (at % 90_000), at, '2026-03-01', `Größe ${at}`, `C${at % 90_000}`, `Jürgen ${at % 90_000}`].join(
    ';',
  );

/**
 * Makes a process write its peak resident memory, in kilobytes, when it ends. Not `resourceUsage().maxRSS`: a new process begins
 * with the peak of the process that started it.
 */
const writePeak = (file: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(${JSON.stringify(file)}, /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]));`)}`;

describe('the memory of an import', () => {
  it.each(['windows-1252', 'utf-8'] as const)(
    'stays below 300 MB for an order file in %s',
    async (encoding) => {
      const brand = await bench.addBrand();
      const file = await bench.writeLines(`orders-${encoding}.csv`);
      const peak = `${file}.peak`;
      const names = 'Telefon;Artikel;Datum;Titel;Kunde;Name';
      const text = [names, ...Array.from({ length: lineCount }, (_, at) => line(at))].join('\n');
      await writeFile(file, text, encoding === 'utf-8' ? 'utf8' : 'latin1');

      const { code, stdout } = await runCallsideProcess(
        ['orders', 'import', file, '--brand', brand, '--map', map, '--json'],
        { DATABASE_URL: bench.url, NODE_OPTIONS: writePeak(peak) },
      );

      expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, ...counts(lineCount, 0, 0) });
      expect(JSON.parse(stdout).source.encoding).toBe(encoding);
      expect(Number(await readFile(peak, 'utf8')) / 1e3).toBeLessThan(limitMegabytes);
    },
    300_000,
  );
});
