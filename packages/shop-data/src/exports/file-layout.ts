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
  /** A new translator for each file, because rows refer to earlier ones. `timeZone`: an IANA name, for the shop's today; default UTC. */
  createTranslator: (timeZone?: string) => Translator;
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
  | LeftOutRow
  /** It is wrong. */
  | { reason: string }
  /** Its data is in a later row. */
  | 'kept';

/** It is no data of this kind. */
export interface LeftOutRow {
  /** Use few different texts, because rows are counted by text. */
  leftOut: string;
  /** The SKU of a product that, so the file says, is not offered any more. */
  withdrawn?: string;
}

/** Why an order is not used whose status is unknown. */
export function unknownStatus(column: string, status: string): string {
  if (status === '') return `${column} is missing`;
  return `${column} ${JSON.stringify(status)} is unknown: it does not say whether the order was paid`;
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

/** Shops put an apostrophe before what a spreadsheet would take for a formula. */
export function formulaText(value: string): string {
  return value.replace(/^'(?=[=+\-@])/, '');
}

/** Whole numbers may be written as 3.0000. An empty text is no 0, so `.00` stays. */
export function unitsText(value: string): string {
  return value.replace(/(?<=\d)\.0+$/, '');
}

/** `2026-03-01` of `2026-03-01 14:05:12 -0500`: the day in the shop's own time. */
export function dayText(value: string): string {
  return /^\d{4}([-/])\d\d\1\d\d(?=$|[ T])/.exec(typedNumber(value))?.[0] ?? value;
}

/** The phone numbers of an order, the best first: the import takes the first one that is a number. */
export function phonesOf(...values: readonly string[]): string | string[] {
  const given = new Set(values.map((value) => value.trim()).filter((value) => value !== ''));
  return given.size > 1 ? [...given] : ([...given][0] ?? '');
}
