import { typedNumber } from '@callside/schemas';
import { meaningOf } from '../column-types.ts';
import type { ImportRecord } from '../entry.ts';
import {
  compact,
  type FileLayout,
  formulaText,
  type LeftOutRow,
  type Translation,
  textOf,
  unitsText,
} from './file-layout.ts';
import { readOptions } from './product-options.ts';

// Columns: https://help.shopify.com/en/manual/products/import-export/using-csv. The template of 2025 has other names for some.

const aliases = new Map([
  ['url handle', 'Handle'],
  ['sku', 'Variant SKU'],
  ['price', 'Variant Price'],
  ['inventory quantity', 'Variant Inventory Qty'],
  ['inventory tracker', 'Variant Inventory Tracker'],
  ['product category', 'Product Category'],
  ['published on online store', 'Published'],
]);

const optional = [
  'Title',
  'Vendor',
  'Type',
  'Product Category',
  'Tags',
  'Published',
  'Status',
  'Gift Card',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
];

/** Columns that only the first row of a product has. */
const shared = [
  'Title',
  'Vendor',
  'Type',
  'Product Category',
  'Tags',
  'Published',
  'Status',
  'Gift Card',
  'Option1 Name',
  'Option2 Name',
  'Option3 Name',
];

/** The row with the values that its product's first row has. */
function createCompletion(): (record: ImportRecord) => ImportRecord {
  let product: ImportRecord = {};
  return (record) => {
    if (textOf(record, 'Handle') !== textOf(product, 'Handle') || textOf(record, 'Title') !== '') product = record;
    const inherited = shared.filter((name) => textOf(product, name) !== '').map((name) => [name, product[name]]);
    return { ...Object.fromEntries(inherited), ...record };
  };
}

/** Why a row is no product that may be offered. */
function leaveOut(row: ImportRecord): LeftOutRow | undefined {
  const sku = textOf(row, 'Variant SKU');
  if (textOf(row, 'Variant Price') === '' && sku === '') return { leftOut: 'rows of further pictures' };
  const status = textOf(row, 'Status').toLowerCase();
  if (status !== '' && status !== 'active') return { leftOut: 'products that are drafts or archived', withdrawn: sku };
  if (meaningOf(textOf(row, 'Published')) === false)
    return { leftOut: 'products that are not published', withdrawn: sku };
  if (meaningOf(textOf(row, 'Gift Card')) === true) return { leftOut: 'gift cards', withdrawn: sku };
  return sku === '' ? { leftOut: 'products without a SKU' } : undefined;
}

/** Columns that a file of products and one of their stock have. */
const cells = {
  aliases,
  codes: ['Variant SKU'],
  numbers: ['Variant Inventory Qty'],
  prices: ['Variant Price'],
};

export const shopifyProducts: FileLayout = {
  name: 'Shopify products',
  columns: { required: ['Handle', 'Variant SKU', 'Variant Price'], optional, ...cells },
  createTranslator: () => {
    const complete = createCompletion();
    return { translate: (record) => toProduct(complete(record)) };
  },
};

function toProduct(row: ImportRecord): Translation {
  const leftOut = leaveOut(row);
  if (leftOut !== undefined) return leftOut;
  const options = [1, 2, 3].map((at) => ({
    name: textOf(row, `Option${at} Name`),
    value: textOf(row, `Option${at} Value`),
  }));
  const [sku, price] = [textOf(row, 'Variant SKU'), textOf(row, 'Variant Price')];
  // Shopify has no empty price: what has none, such as "price on request", has 0.
  if (price !== '' && Number(typedNumber(price)) === 0) return { leftOut: 'products with the price 0', withdrawn: sku };
  // A product without variants has the option "Title" with the value "Default Title".
  const own = options.filter(({ name, value }) => !(name === 'Title' && value === 'Default Title'));
  const variant = own.map(({ value }) => value).filter((value) => value !== '');
  const title = formulaText(textOf(row, 'Title'));
  return {
    record: compact({
      brand: textOf(row, 'Vendor'),
      ...readOptions(own),
      sku,
      title: title === '' ? '' : [title, variant.join(' / ')].filter((part) => part !== '').join(' - '),
      web_price: price,
      // The category is a path such as "Apparel & Accessories > Jewelry > Rings".
      article_type: textOf(row, 'Type') || (textOf(row, 'Product Category').split('>').at(-1)?.trim() ?? ''),
      category: textOf(row, 'Product Category'),
      tags: textOf(row, 'Tags'),
    }),
  };
}

export const shopifyProductStock: FileLayout = {
  name: 'Shopify products',
  columns: {
    required: ['Handle', 'Variant SKU', 'Variant Inventory Qty', 'Variant Inventory Tracker'],
    optional: [...optional, 'Variant Price'],
    ...cells,
  },
  createTranslator: () => {
    const complete = createCompletion();
    return {
      translate: (record) => {
        const row = complete(record);
        const leftOut = leaveOut(row);
        if (leftOut !== undefined) return leftOut;
        // Without a tracker Shopify counts nothing and always sells.
        const isTracked = textOf(row, 'Variant Inventory Tracker') !== '';
        return {
          record: compact({
            sku: textOf(row, 'Variant SKU'),
            on_hand: isTracked ? unitsText(textOf(row, 'Variant Inventory Qty')) : '1',
          }),
        };
      },
    };
  },
};
