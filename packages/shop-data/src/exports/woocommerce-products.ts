import type { ImportRecord } from '../entry.ts';
import {
  compact,
  type FileLayout,
  formulaText,
  type TranslatedRow,
  type Translation,
  textOf,
  unitsText,
} from './file-layout.ts';
import { readOptions } from './product-options.ts';
import { dayIn, isOnSale } from './sale-period.ts';

// Columns: sample-data/sample_products.csv of https://github.com/woocommerce/woocommerce

const mostParents = 200_000;

const optional = [
  'ID',
  'Published',
  'Visibility in catalog',
  'Sale price',
  'Date sale price starts',
  'Date sale price ends',
  'Categories',
  'Tags',
  'Parent',
  'Stock',
  'In stock?',
];

/** The values of a product that its variations follow. */
interface Parent {
  categories: string;
  tags: string;
  stock: string;
  /** Why it is not offered, and none of its variations. */
  leftOut: string | undefined;
}

class Parents {
  readonly #found = new Map<string, Parent>();

  keep(row: ImportRecord): boolean {
    if (this.#found.size >= mostParents * 2) return false;
    const parent = {
      categories: textOf(row, 'Categories'),
      tags: textOf(row, 'Tags'),
      stock: textOf(row, 'Stock'),
      leftOut: leaveOut(row),
    };
    const [id, sku] = [textOf(row, 'ID'), textOf(row, 'SKU')];
    if (id !== '') this.#found.set(`id:${id}`, parent);
    if (sku !== '') this.#found.set(sku, parent);
    return true;
  }

  of(row: ImportRecord): Parent | undefined {
    return this.#found.get(textOf(row, 'Parent'));
  }
}

/** Why the shop does not show a product. */
function leaveOut(row: ImportRecord): string | undefined {
  // -1 is a draft, 0 is private.
  if (textOf(row, 'Published') !== '' && textOf(row, 'Published') !== '1') return 'products that are not published';
  return textOf(row, 'Visibility in catalog').toLowerCase() === 'hidden' ? 'products that are hidden' : undefined;
}

/** The last part of the first of `Clothing > Shirts, Sale`. A comma inside a name is written as `\,`. */
function typeOf(categories: string): string {
  const [first = ''] = categories.split(/(?<!\\),/);
  return (first.split('>').at(-1) ?? '').replaceAll('\\,', ',').trim();
}

type ToRow = (row: ImportRecord, parent: Parent | undefined) => Exclude<Translation, 'kept'>;

function createLayout(required: readonly string[], toRowIn: (timeZone: string) => ToRow): FileLayout {
  return {
    name: 'WooCommerce products',
    columns: {
      required,
      optional,
      codes: ['SKU', 'Parent', 'Date sale price starts', 'Date sale price ends'],
      numbers: ['Stock'],
      prices: ['Regular price', 'Sale price'],
    },
    createTranslator: (timeZone = 'UTC') => {
      const toRow = toRowIn(timeZone);
      const parents = new Parents();
      const orphans: TranslatedRow[] = [];
      const translate = (row: ImportRecord): Exclude<Translation, 'kept'> => {
        const parent = parents.of(row);
        const leftOut = leaveOut(row) ?? parent?.leftOut;
        if (leftOut !== undefined) return { leftOut, withdrawn: textOf(row, 'SKU') };
        if (textOf(row, 'SKU') === '') return { leftOut: 'products without a SKU' };
        return toRow(row, parent);
      };
      return {
        translate: (row, line) => {
          const types = textOf(row, 'Type')
            .toLowerCase()
            .split(',')
            .map((type) => type.trim());
          // Also of the type variable-subscription.
          if (types.some((type) => type.startsWith('variable'))) {
            // It may have been sold itself before.
            if (parents.keep(row))
              return { leftOut: 'products that only hold their variations', withdrawn: textOf(row, 'SKU') };
            return { reason: `the file has more than ${mostParents} products with variations: split it` };
          }
          if (types.includes('grouped') || types.includes('external'))
            return { leftOut: 'grouped and external products', withdrawn: textOf(row, 'SKU') };
          const isOrphan = textOf(row, 'Parent') !== '' && parents.of(row) === undefined;
          if (!isOrphan || orphans.length >= mostParents) return translate(row);
          orphans.push({ line, record: row });
          return 'kept';
        },
        // Their product came after them, or is not in the file.
        finish: () => orphans.map(({ line, record }) => ({ line, ...translate(record) })),
      };
    },
  };
}

/** The sale price counts on the days that the export names, or always. */
function priceOf(row: ImportRecord, today: string): string {
  const sale = textOf(row, 'Sale price');
  const isOn = isOnSale(textOf(row, 'Date sale price starts'), textOf(row, 'Date sale price ends'), today);
  return sale !== '' && isOn ? sale : textOf(row, 'Regular price');
}

/** Attributes with one value; several values are a choice, not what the product is. */
function attributesOf(row: ImportRecord): { name: string; value: string }[] {
  return Object.keys(row).flatMap((column) => {
    const [, number] = /^Attribute (\d{1,3}) name$/i.exec(column) ?? [];
    if (number === undefined) return [];
    const value = textOf(row, `Attribute ${number} value(s)`);
    return /(?<!\\),/.test(value) ? [] : [{ name: textOf(row, column), value: value.replaceAll('\\,', ',') }];
  });
}

/** The day of `now` decides which sale prices count. */
export function createWooCommerceProducts(now: Date): FileLayout {
  return createLayout(['Type', 'SKU', 'Name', 'Regular price'], (timeZone) => {
    const today = dayIn(timeZone, now);
    return (row, parent) => toProduct(row, parent, today);
  });
}

function toProduct(row: ImportRecord, parent: Parent | undefined, today: string): ReturnType<ToRow> {
  const categories = textOf(row, 'Categories') || (parent?.categories ?? '');
  const [sku, price] = [textOf(row, 'SKU'), priceOf(row, today)];
  // WooCommerce does not sell what has no price.
  if (price === '') return { leftOut: 'products without a price', withdrawn: sku };
  return {
    record: compact({
      ...readOptions(attributesOf(row)),
      sku,
      title: formulaText(textOf(row, 'Name')),
      web_price: price,
      article_type: typeOf(categories),
      category: categories.replaceAll('\\,', ','),
      tags: (textOf(row, 'Tags') || (parent?.tags ?? '')).replaceAll('\\,', ','),
    }),
  };
}

export const wooCommerceStock = createLayout(['Type', 'SKU', 'Stock', 'In stock?'], () => toLevel);

function toLevel(row: ImportRecord, parent: Parent | undefined): ReturnType<ToRow> {
  const own = textOf(row, 'Stock');
  const stock = unitsText(own === 'parent' ? (parent?.stock ?? '') : own);
  // 0 and "backorder" are not in stock. Without managed stock WooCommerce knows no more.
  const isInStock = textOf(row, 'In stock?') === '1';
  const counted = stock === '' ? '1' : stock;
  return { record: { sku: textOf(row, 'SKU'), on_hand: isInStock || Number(counted) <= 0 ? counted : '0' } };
}
