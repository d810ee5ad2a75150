import { namesSize } from '@callside/schemas';

/** Columns of the catalogue, which an option of that name must not replace. */
const ownColumns = new Set(['sku', 'title', 'web_price', 'unit_cost', 'article_type', 'size', 'category', 'tags']);

/** The size and the further attributes of a product that has one value for each option. */
export function readOptions(options: readonly { name: string; value: string }[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, value } of options) {
    const key = name.toLowerCase();
    if (name === '' || value === '') continue;
    if (namesSize(name)) values.size ??= value;
    else if (!ownColumns.has(key) && key !== '__proto__') values[key] = value;
  }
  return values;
}
