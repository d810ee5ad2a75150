import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import type { ImportedShop } from './imported-shop.ts';

const rowsOfInsert = 500;
const target = { of: 'measured', bound: 'at least', value: 10_000 } as const;

/** Rows per second of the imports, with the start of the command, compared with plain inserts of the same order lines. */
export async function measureImport(bench: Bench): Promise<Figure[]> {
  const shop = await bench.shop('large');
  const baseline = await insertPlainly(bench, shop);
  return (['orders', 'catalogue', 'stock'] as const).map((kind) => {
    const { rows, seconds } = shop.imports[kind];
    const name = `import of ${kind}`;
    bench.progress(`${name}: ${Math.round(rows / seconds)} rows a second`);
    return toFigure({ name, measured: rows / seconds, unit: '1/s', baseline, target, detail: { rows, seconds } });
  });
}

/** Lines per second into a minimal table, 500 per statement. */
async function insertPlainly({ baseData: { query } }: Bench, { shop }: ImportedShop): Promise<number> {
  await query('CREATE TABLE baseline_lines (phone text, sku text, order_date date, title text, qty numeric)');
  const lines = [...shop.orderLines()];
  const startedAt = performance.now();
  for (let from = 0; from < lines.length; from += rowsOfInsert) {
    const rows = lines.slice(from, from + rowsOfInsert);
    await query(
      `INSERT INTO baseline_lines
       SELECT phone, sku, date '1970-01-01' + day, title, qty
       FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::numeric[]) AS l (phone, sku, day, title, qty)`,
      [
        rows.map(({ phone }) => phone),
        rows.map(({ sku }) => sku),
        rows.map(({ day }) => day),
        rows.map(({ productTitle }) => productTitle),
        rows.map(({ qty }) => qty),
      ],
    );
  }
  return lines.length / ((performance.now() - startedAt) / 1000);
}
