import { type FileLayout, skuText, type Translation, textOf, unitsText } from './file-layout.ts';

// Columns: https://help.shopify.com/en/manual/products/inventory/inventory-csv. A product has a row for each location.

const mostProducts = 500_000;

export const shopifyInventory: FileLayout = {
  name: 'Shopify inventory',
  columns: {
    required: ['SKU', 'Location', 'Available'],
    optional: [],
    aliases: new Map([['available (not editable)', 'Available']]),
  },
  createTranslator: () => {
    const levels = new Map<string, { line: number; units: number }>();
    const add = (sku: string, units: string, line: number): Translation => {
      if (!/^-?\d{1,9}(?:\.\d{0,9})?$/.test(units)) return { reason: 'Available must be a number, or "not stocked"' };
      const level = levels.get(sku);
      if (level === undefined && levels.size >= mostProducts) {
        return { reason: `the file has more than ${mostProducts} products: split it` };
      }
      levels.set(sku, { line: level?.line ?? line, units: (level?.units ?? 0) + Number(units) });
      return 'kept';
    };
    return {
      translate: (row, line) => {
        const sku = skuText(textOf(row, 'SKU'));
        if (sku === '') return { leftOut: 'products without a SKU' };
        const available = textOf(row, 'Available').toLowerCase();
        return add(sku, available === '' || available === 'not stocked' ? '0' : unitsText(available), line);
      },
      finish: () =>
        [...levels].map(([sku, { line, units }]) => ({ line, record: { sku, on_hand: String(Math.floor(units)) } })),
    };
  },
};
