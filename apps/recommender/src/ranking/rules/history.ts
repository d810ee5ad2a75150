import { normaliseSku } from '@callside/schemas';
import type { Catalogue } from './catalogue.ts';

/** A line of a customer's past orders, with the fields that ranking needs. */
export interface HistoryLine {
  /** Index in the catalogue; null when the product cannot be identified. */
  readonly item: number | null;
  /** Type code in the catalogue. It is also known when a title matches several products of one article type. */
  readonly type: number | null;
  /** One of the products that its title names, see `TitleMatch`. */
  readonly example?: number;
  /** Days since 1970-01-01; null when unknown. */
  readonly day: number | null;
}

export interface SentHistoryLine {
  readonly sku?: string | null | undefined;
  readonly product_title?: string | null | undefined;
  /** Begins with a calendar date, YYYY-MM-DD. */
  readonly order_date?: string | null | undefined;
}

/**
 * Matches lines with the catalogue by SKU, or else by title. Lines without SKU and title are left out. The length of the result is the
 * history size.
 */
export function matchHistory(catalogue: Catalogue, lines: readonly SentHistoryLine[]): HistoryLine[] {
  return lines
    .filter(({ sku, product_title }) => isText(sku) || isText(product_title))
    .map(({ sku, product_title, order_date }) => {
      const day = isText(order_date) ? dayOf(order_date) : null;
      const item = isText(sku) ? catalogue.indexOfSku(normaliseSku(sku)) : undefined;
      if (item !== undefined) return { item, type: catalogue.columns.types[item] ?? null, day };
      return { ...nothing, ...(isText(product_title) && catalogue.findTitle(product_title)), day };
    });
}

const nothing = { item: null, type: null };

/** Days since 1970-01-01 of the calendar date that a text begins with; null when it begins with none. */
export function dayOf(text: string): number | null {
  const date = /^\s*(\d{4}-\d{2}-\d{2})/u.exec(text)?.[1];
  const time = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? null : Math.floor(time / 86_400_000);
}

function isText(value: string | null | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
