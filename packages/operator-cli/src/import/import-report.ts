import type { ImportReport, ImportSource, PreviewRow } from '@callside/shop-data';
import { formatTable } from '../table.ts';

const mostPreviewedColumns = 8;
const mostPreviewedCharacters = 32;

const mostShown = 20;

/** The report for people. */
export function describeReport(report: ImportReport, prefix = ''): string {
  const { source, preview, left_out, other_numbers, warned, warnings = [], stock, returns } = report;
  return [
    source && describeSource(source),
    preview && preview.length > 0
      ? `The first rows as they were understood:\n\n${describePreview(preview)}\n`
      : undefined,
    prefix + describeCounts(report),
    ...Object.entries(left_out ?? {}).map(([reason, rows]) => `${rows} left out: ${reason}`),
    other_numbers && `${other_numbers} with another phone number than the customer on file: it was not stored`,
    warned && describeWarnings(warned, warnings),
    stock && `Stock levels of the same file: ${describeReport(stock, prefix)}`,
    returns && `Returned lines of the same file: ${describeReport(returns, prefix)}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n');
}

/** Whether every row of the file was rejected: a row that is left out, or retires a product, was not. */
export function isAllRejected(report: ImportReport): boolean {
  const { inserted, updated, unchanged, rejected, retired = 0, left_out = {} } = report;
  const others = [inserted, updated, unchanged, retired, ...Object.values(left_out)];
  return rejected > 0 && others.every((rows) => rows === 0);
}

const mostWarnings = 5;

function describeWarnings(warned: number, warnings: readonly { line: number; reason: string }[]): string {
  const shown = warnings.slice(0, mostWarnings).map(({ line, reason }) => `  line ${line}: ${reason}`);
  const more = warned - shown.length;
  return [`Warning: ${warned} imported with a doubt:`, ...shown, ...(more > 0 ? [`  … and ${more} more`] : [])].join(
    '\n',
  );
}

function describeSource({ format, encoding, delimiter }: ImportSource): string {
  const columns = delimiter === null ? 'NDJSON' : `columns separated by: ${delimiter}`;
  return `Read as ${[format, encoding.toUpperCase(), columns].filter((part) => part !== null).join(', ')}`;
}

function describePreview(rows: readonly PreviewRow[]): string {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const shown = names.slice(0, mostPreviewedColumns);
  const cell = (value: unknown) => {
    const text = value === undefined ? '' : String(value);
    return text.length > mostPreviewedCharacters ? `${text.slice(0, mostPreviewedCharacters - 1)}…` : text;
  };
  const table = formatTable(
    ['LINE', ...shown],
    rows.map(({ line, values }) => [String(line), ...shown.map((name) => cell(values[name]))]),
  );
  const more = names.length - shown.length;
  return more === 0 ? table : `${table}\n… and ${more} more columns; --json shows all`;
}

function describeCounts(report: ImportReport): string {
  const { inserted, updated, unchanged, rejected, errors, retired, interrupted } = report;
  const end = interrupted ? ' until it was interrupted' : '';
  const counts = `${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected${retired === undefined ? '' : `, ${retired} retired`}${end}`;
  if (rejected === 0) return counts;
  const shown = errors.slice(0, mostShown);
  const table = formatTable(
    ['LINE', 'REJECTED BECAUSE'],
    shown.map(({ line, reason }) => [String(line), reason]),
  );
  const more = rejected - shown.length;
  return `${counts}\n\n${table}${more === 0 ? '' : `\n… and ${more} more${errors.length > shown.length ? '; --json lists up to 1000' : ''}`}`;
}
