import { isAmbiguous, mayBeThousands } from '../column-types.ts';
import { unitsInWords } from '../shop-words.ts';
import { type FileLayout, textOf } from './file-layout.ts';

// Columns: https://help.shopify.com/en/manual/products/inventory/inventory-csv. A product has a row for each location.

const mostProducts = 500_000;
const numberForm = 'Available must be a number, or "not stocked"';

/** What the locations of a SKU have whose row could be read. */
interface Level {
  /** The first of these rows. */
  line: number;
  units: number;
}

export const shopifyInventory: FileLayout = {
  name: 'Shopify inventory',
  columns: {
    required: ['SKU', 'Location', 'Available'],
    optional: [],
    aliases: new Map([['available (not editable)', 'Available']]),
    codes: ['SKU'],
    numbers: ['Available'],
  },
  createTranslator: () => {
    const levels = new Map<string, Level>();
    /** SKUs of which the row of a location was rejected. */
    const incomplete = new Set<string>();
    return {
      translate: (row, line) => {
        const sku = textOf(row, 'SKU');
        if (sku === '') return { leftOut: 'products without a SKU' };
        const available = textOf(row, 'Available');
        const units = unitsOf(available);
        if (units === null) {
          incomplete.add(sku);
          return { reason: isAmbiguous(available) ? `${numberForm}: ${mayBeThousands}` : numberForm };
        }
        const level = levels.get(sku);
        if (level === undefined && levels.size >= mostProducts) {
          return { reason: `the file has more than ${mostProducts} products: split it` };
        }
        levels.set(sku, { line: level?.line ?? line, units: (level?.units ?? 0) + units });
        return 'kept';
      },
      // The sum of the other locations would be too low, or 0.
      finish: () =>
        [...levels].map(([sku, { line, units }]) =>
          incomplete.has(sku)
            ? { line, reason: `the stock of ${sku} is not written: the row of another location was rejected` }
            : { line, record: { sku, on_hand: String(Math.floor(units)) } },
        ),
    };
  },
};

/** null: it is no number. */
function unitsOf(available: string): number | null {
  const units = available === '' ? '0' : (unitsInWords(available) ?? available);
  return /^[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(units) ? Number(units) : null;
}
