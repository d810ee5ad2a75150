import type { ImportRecord } from '../entry.ts';
import {
  compact,
  decimalText,
  type FileLayout,
  formulaText,
  skuText,
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
]);

const optional = [
  'Title',
  'Vendor',
  'Type',
  'Product Category',
  'Tags',
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
function leaveOut(row: ImportRecord): string | undefined {
  if (textOf(row, 'Variant Price') === '' && textOf(row, 'Variant SKU') === '') return 'rows of further pictures';
  const status = textOf(row, 'Status').toLowerCase();
  if (status !== '' && status !== 'active') return 'products that are drafts or archived';
  if (textOf(row, 'Gift Card').toLowerCase() === 'true') return 'gift cards';
  if (textOf(row, 'Variant SKU') === '') return 'products without a SKU';
  return undefined;
}

export const shopifyProducts: FileLayout = {
  name: 'Shopify products',
  columns: { required: ['Handle', 'Variant SKU', 'Variant Price'], optional, aliases },
  createTranslator: () => {
    const complete = createCompletion();
    return { translate: (record) => toProduct(complete(record)) };
  },
};

function toProduct(row: ImportRecord): Translation {
  const leftOut = leaveOut(row);
  if (leftOut !== undefined) return { leftOut };
  const options = [1, 2, 3].map((at) => ({
    name: textOf(row, `Option${at} Name`),
    value: textOf(row, `Option${at} Value`),
  }));
  const price = decimalText(textOf(row, 'Variant Price'));
  // Shopify has no empty price: what has none, such as "price on request", has 0.
  if (price !== '' && Number(price) === 0) return { leftOut: 'products with the price 0' };
  // A product without variants has the option "Title" with the value "Default Title".
  const own = options.filter(({ name, value }) => !(name === 'Title' && value === 'Default Title'));
  const variant = own.map(({ value }) => value).filter((value) => value !== '');
  const title = formulaText(textOf(row, 'Title'));
  return {
    record: compact({
      brand: textOf(row, 'Vendor'),
      ...readOptions(own),
      sku: skuText(textOf(row, 'Variant SKU')),
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
    aliases,
  },
  createTranslator: () => {
    const complete = createCompletion();
    return {
      translate: (record) => {
        const row = complete(record);
        const leftOut = leaveOut(row);
        if (leftOut !== undefined) return { leftOut };
        // Without a tracker Shopify counts nothing and always sells.
        const isTracked = textOf(row, 'Variant Inventory Tracker') !== '';
        return {
          record: compact({
            sku: skuText(textOf(row, 'Variant SKU')),
            on_hand: isTracked ? unitsText(textOf(row, 'Variant Inventory Qty')) : '1',
          }),
        };
      },
    };
  },
};
