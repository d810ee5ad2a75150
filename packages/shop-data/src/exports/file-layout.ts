import { typedNumber } from '@callside/schemas';
import type { ImportColumns, ImportRecord } from '../entry.ts';

export const shopFormats = ['shopify', 'woocommerce'] as const;

export type ShopFormat = (typeof shopFormats)[number];

export type ImportKind = 'catalogue' | 'stock' | 'orders' | 'returns';

/** One kind of file that a shop exports. */
export interface FileLayout {
  /** Such as `Shopify products`. */
  name: string;
  columns: ImportColumns;
  /** A new translator for each file, because rows refer to earlier ones. */
  createTranslator: () => Translator;
}

export interface Translator {
  /** Called before `translate`: rows that were kept, and are known when this one comes. */
  release?: (record: ImportRecord) => TranslatedRow[];
  translate: (record: ImportRecord, line: number) => Translation;
  /** Rows that are known only after the last one. */
  finish?: () => LateRow[];
}

export interface TranslatedRow {
  line: number;
  record: ImportRecord;
}

/** A row that was kept, with what it turned out to be. */
export type LateRow = { line: number } & Exclude<Translation, 'kept'>;

export type Translation =
  /** The row in the columns of Callside. */
  | { record: ImportRecord }
  /** It is no data of this kind. Use few different texts, because rows are counted by text. */
  | { leftOut: string }
  /** It is wrong. */
  | { reason: string }
  /** Its data is in a later row. */
  | 'kept';

/** How a row of an order export is read when it has the data of its order, as the rows of webhooks have. */
export interface OrderRowReader {
  /** Whether its order is a purchase: paid or about to be, and neither cancelled nor refunded completely. */
  isBought: (row: ImportRecord) => boolean;
  /** In the columns of Callside; without a SKU or a phone number if the row has none. */
  toLine: (row: ImportRecord) => ImportRecord;
}

/** Leaves a line of an order out when the import could not use it. */
export function toTranslation(record: ImportRecord): { record: ImportRecord } | { leftOut: string } {
  if (record.sku === undefined) return { leftOut: 'lines without a SKU' };
  if (record.phone === undefined) return { leftOut: 'orders without a phone number' };
  return { record };
}

/** Leaves out absent values. */
export function compact(values: Readonly<Record<string, string | readonly string[] | undefined>>): ImportRecord {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}

export function textOf(record: ImportRecord, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  return value === undefined ? '' : String(value).trim();
}

/** Spreadsheets and Shopify protect the beginning of a text with an apostrophe; a SKU in apostrophes has its own. */
export function skuText(value: string): string {
  return /^'[^']*'$/.test(value) ? value : value.replace(/^'/, '');
}

/** Shops put an apostrophe before what a spreadsheet would take for a formula. */
export function formulaText(value: string): string {
  return value.replace(/^'(?=[=+\-@])/, '');
}

/** A SKU that is written as an export has it, so that `skuText` returns it. */
export function protectedSku(sku: string): string {
  return sku.startsWith("'") ? `'${sku}` : sku;
}

/**
 * A decimal comma becomes a point; anything else is unchanged, so that the import reports it. So is 1,250: it may be 1250 as well as 1.25.
 */
export function decimalText(value: string): string {
  const typed = typedNumber(value);
  const isDecimal = /^\d+,\d+$/.test(typed) && !/^[1-9]\d{0,2},\d{3}$/.test(typed);
  return isDecimal ? typed.replace(',', '.') : typed;
}

/** Whole numbers may be written as 3.0000. */
export function unitsText(value: string): string {
  return decimalText(value).replace(/\.0+$/, '');
}

/** `2026-03-01` of `2026-03-01 14:05:12 -0500`: the day in the shop's own time. */
export function dayText(value: string): string {
  return /^\d{4}-\d\d-\d\d(?=$|[ T])/.exec(value)?.[0] ?? value;
}

/**
 * The phone numbers of an order, the best first: the import takes the first one that is a number. Spreadsheets put an apostrophe before
 * a number that begins with +.
 */
export function phonesOf(...values: readonly string[]): string | string[] {
  const given = new Set(values.map((value) => value.trim().replace(/^'/, '')).filter((value) => value !== ''));
  return given.size > 1 ? [...given] : ([...given][0] ?? '');
}
