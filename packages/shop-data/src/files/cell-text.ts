import type { ImportColumns } from '../entry.ts';
import { numberText, priceReader } from './number-text.ts';

/** What the cells of a file are read with. */
export interface CellOptions {
  /** Absent: the file has none, as NDJSON. */
  delimiter?: string | undefined;
  /** ISO 4217: that of the brand. Absent: prices have no currency. */
  currency?: string | undefined;
}

/** Reads the text of a cell. */
export type CellReader = (text: string) => string;

/** How the cells of each column are read. Values of webhooks are not: they come from no spreadsheet. */
export function cellReaders(
  { codes = [], numbers = [], prices = [] }: ImportColumns,
  { delimiter, currency }: CellOptions,
): (column: string) => CellReader {
  const priceText = priceReader(delimiter, currency);
  const readers = new Map<string, CellReader>([
    ...codes.map((column): [string, CellReader] => [column, codeText]),
    ...numbers.map((column): [string, CellReader] => [column, (text) => numberText(formulaResult(text), delimiter)]),
    ...prices.map((column): [string, CellReader] => [column, (text) => priceText(formulaResult(text))]),
  ]);
  return (column) => readers.get(column) ?? formulaResult;
}

/** `="007"` is the text 007 for a spreadsheet, which would show 007 as 7. */
function formulaResult(text: string): string {
  if (text.charCodeAt(0) !== equalsSign) return text;
  const [, result] = /^="((?:[^"]|"")*)"$/.exec(text) ?? [];
  return result?.replaceAll('""', '"') ?? text;
}

const equalsSign = 0x3d;

/** Spreadsheets and shops also write `'1001` so that it stays a text. A code in apostrophes has its own. */
function codeText(text: string): string {
  const result = formulaResult(text);
  return result.charCodeAt(0) === apostrophe && !/^'[^']*'$/.test(result) ? result.slice(1) : result;
}

const apostrophe = 0x27;
