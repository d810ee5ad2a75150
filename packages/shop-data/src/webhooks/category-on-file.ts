import type { ImportRecord } from '../entry.ts';
import { shownText } from '../shown-text.ts';

/**
 * The row of a product with its category on file when the delivery says no more than that: it has none, or the names of the same
 * categories without their parents, as WooCommerce sends them. A parent may be what says that the product is sized.
 */
export function withCategoryOnFile(row: ImportRecord, onFile: string | undefined): ImportRecord {
  if (onFile === undefined) return row;
  const given = shownText(String(row.category ?? ''));
  const lastParts = onFile.split(',').map((path) => path.slice(path.lastIndexOf('>') + 1));
  return given === '' || inOrder(given.split(',')) === inOrder(lastParts) ? { ...row, category: onFile } : row;
}

function inOrder(names: readonly string[]): string {
  return names
    .map((name) => name.trim())
    .sort()
    .join();
}
