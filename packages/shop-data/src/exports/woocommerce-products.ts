import type { ImportRecord } from '../entry.ts';
import { compact, decimalText, type FileLayout, type Translation, textOf, unitsText } from './file-layout.ts';
import { readOptions } from './product-options.ts';

// Columns: sample-data/sample_products.csv of https://github.com/woocommerce/woocommerce

const mostParents = 200_000;

const optional = [
  'ID',
  'Published',
  'Sale price',
  'Date sale price starts',
  'Date sale price ends',
  'Categories',
  'Parent',
  'Stock',
  'In stock?',
];

interface Parent {
  type: string;
  stock: string;
}

/** The values of a parent that its variations, which follow it, leave empty. */
class Parents {
  readonly #found = new Map<string, Parent>();

  keep(row: ImportRecord): boolean {
    if (this.#found.size >= mostParents * 2) return false;
    const parent = { type: typeOf(textOf(row, 'Categories')), stock: textOf(row, 'Stock') };
    const [id, sku] = [textOf(row, 'ID'), textOf(row, 'SKU')];
    if (id !== '') this.#found.set(`id:${id}`, parent);
    if (sku !== '') this.#found.set(sku, parent);
    return true;
  }

  of(row: ImportRecord): Parent | undefined {
    return this.#found.get(textOf(row, 'Parent'));
  }
}

/** The last part of the first of `Clothing > Shirts, Sale`. A comma inside a name is written as `\,`. */
function typeOf(categories: string): string {
  const [first = ''] = categories.split(/(?<!\\),/);
  return (first.split('>').at(-1) ?? '').replaceAll('\\,', ',').trim();
}

function createLayout(
  required: readonly string[],
  toRecord: (row: ImportRecord, parent: Parent | undefined) => Translation,
): FileLayout {
  return {
    name: 'WooCommerce products',
    columns: { required, optional },
    createTranslator: () => {
      const parents = new Parents();
      return {
        translate: (row) => {
          const types = textOf(row, 'Type')
            .toLowerCase()
            .split(',')
            .map((type) => type.trim());
          // Also of the type variable-subscription.
          if (types.some((type) => type.startsWith('variable'))) {
            if (parents.keep(row)) return { leftOut: 'products that only hold their variations' };
            return { reason: `the file has more than ${mostParents} products with variations: split it` };
          }
          if (types.includes('grouped') || types.includes('external'))
            return { leftOut: 'grouped and external products' };
          // -1 is a draft, 0 is private.
          if (textOf(row, 'Published') !== '' && textOf(row, 'Published') !== '1')
            return { leftOut: 'products that are not published' };
          if (textOf(row, 'SKU') === '') return { leftOut: 'products without a SKU' };
          return toRecord(row, parents.of(row));
        },
      };
    },
  };
}

/** The sale price counts on the days that the export names, or always. */
function priceOf(row: ImportRecord, today: string): string {
  const sale = textOf(row, 'Sale price');
  const [starts, ends] = [textOf(row, 'Date sale price starts'), textOf(row, 'Date sale price ends')].map((date) =>
    date.slice(0, 10),
  );
  const isOn = (starts === '' || (starts ?? '') <= today) && (ends === '' || (ends ?? '') >= today);
  return decimalText(sale !== '' && isOn ? sale : textOf(row, 'Regular price'));
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

/** `today` decides which sale prices count. */
export function createWooCommerceProducts(today: string): FileLayout {
  return createLayout(['Type', 'SKU', 'Name', 'Regular price'], (row, parent) => ({
    record: compact({
      ...readOptions(attributesOf(row)),
      sku: textOf(row, 'SKU'),
      title: textOf(row, 'Name'),
      web_price: priceOf(row, today),
      article_type: typeOf(textOf(row, 'Categories')) || (parent?.type ?? ''),
    }),
  }));
}

export const wooCommerceStock = createLayout(['Type', 'SKU', 'Stock', 'In stock?'], (row, parent) => {
  const own = textOf(row, 'Stock');
  const stock = own === 'parent' ? (parent?.stock ?? '') : own;
  // Without managed stock WooCommerce knows only whether the product is sold.
  const known = stock === '' ? (textOf(row, 'In stock?') === '1' ? '1' : '0') : unitsText(stock);
  return { record: compact({ sku: textOf(row, 'SKU'), on_hand: known }) };
});
