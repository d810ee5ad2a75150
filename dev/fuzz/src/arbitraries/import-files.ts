import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { withRealSkus } from './skus.ts';
import { damaged, oddText, oddValue } from './texts.ts';

export interface ImportFile {
  extension: 'csv' | 'ndjson';
  bytes: Buffer;
}

type Columns = Readonly<Record<string, fc.Arbitrary<string>>>;

const csvCell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Files of rows with these columns; some columns are missing, odd or broken. */
export function importFiles(columns: Columns): fc.Arbitrary<ImportFile> {
  const row = fc.record(
    Object.fromEntries(
      Object.entries(columns).map(([name, good]) => [name, fc.oneof({ weight: 9, arbitrary: good }, oddText)]),
    ),
    { requiredKeys: Object.keys(columns).slice(0, 1) },
  );
  const rows = fc.array(row, { maxLength: 12 });
  const header = fc.shuffledSubarray(Object.keys(columns), { minLength: 1 });
  const lineEnd = fc.constantFrom('\n', '\r\n');

  const csv = fc.tuple(header, rows, lineEnd, fc.constantFrom('', '\ufeff')).map(([names, lines, end, mark]) => {
    const text = [names, ...lines.map((line) => names.map((name) => csvCell(line[name] ?? '')))]
      .map((cells) => cells.join(','))
      .join(end);
    return { extension: 'csv' as const, bytes: Buffer.from(mark + text) };
  });
  const ndjson = fc
    .array(fc.oneof({ weight: 6, arbitrary: row }, fc.dictionary(oddText, oddValue, { maxKeys: 4 }), oddValue), {
      maxLength: 12,
    })
    .map((lines) => ({
      extension: 'ndjson' as const,
      bytes: Buffer.from(lines.map((line) => JSON.stringify(line) ?? '').join('\n')),
    }));
  const file = fc.oneof(csv, ndjson);
  return fc.oneof(
    { weight: 5, arbitrary: file },
    {
      weight: 2,
      arbitrary: file.chain((whole) => damaged(fc.constant(whole.bytes)).map((bytes) => ({ ...whole, bytes }))),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        extension: fc.constantFrom('csv' as const, 'ndjson' as const),
        bytes: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      }),
    },
  );
}

const sku = withRealSkus('101', '102', ' 103', '00104', '7');
const count = fc.constantFrom('0', '1', '-3', '1.5', '1e3', '2147483648');
const date = fc.constantFrom('2026-01-02', '2026-02-30', '0001-01-01', '9999-12-31', '02/01/2026');

export const catalogueColumns: Columns = {
  sku,
  title: fc.constantFrom('Gold Band', 'Silver Signet, large', '"Star" Studs'),
  web_price: fc.constantFrom('10', '10.50', '-1', '1e999', '0'),
  article_type: fc.constantFrom('ring', 'Rings', 'stud'),
  size: fc.constantFrom('', '7', '7.5', '0', '-1'),
  colour: fc.constantFrom('gold', ''),
};
export const stockColumns: Columns = { sku, on_hand: count };
export const orderColumns: Columns = {
  phone: fc.constantFrom('4155550134', '+1 415 555 0134', '0000000000', '555'),
  sku,
  order_date: date,
  product_title: fc.constantFrom('Gold Band', ''),
  qty: count,
  unit_price: fc.constantFrom('10', '9.99', '-1', ''),
  order_id: fc.constantFrom('o-1', 'o-2', ''),
  customer_id: fc.constantFrom('c-1', 'c-2', ''),
  customer_name: fc.constantFrom('Ann', ''),
};
export const returnColumns: Columns = {
  sku,
  order_date: date,
  phone: fc.constantFrom('4155550134', '+1 415 555 0134', '0000000000', ''),
  order_id: fc.constantFrom('o-1', 'o-2', ''),
  customer_id: fc.constantFrom('c-1', '', ''),
  order_line_id: fc.constantFrom('line-1', '', '', ''),
};
export const userColumns: Columns = {
  email: fc.constantFrom('ann@bench.example', ' BOB@bench.example ', 'no address'),
  name: fc.constantFrom('Ann', ''),
  role: fc.constantFrom('rep', 'owner', 'boss', ''),
  status: fc.constantFrom('active', 'invited', 'deactivated', 'gone', ''),
};
