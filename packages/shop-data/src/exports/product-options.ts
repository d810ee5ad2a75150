/** What names a size in an option, and what may stand beside it: a unit, a product with sizes, the prefix of WooCommerce. */
const sizeWords = words(
  'size sizes größe größen groesse ringgröße ringgroesse taille talla taglia maat tamanho storlek størrelse',
);
const besideSize = words(
  'pa us usa uk eu de fr it ca jp cm mm inch inches in ring rings shoe shoes finger bracelet bangle wrist band necklace chain anklet',
);

/** Columns of the catalogue, which an option of that name must not replace. */
const ownColumns = new Set(['sku', 'title', 'web_price', 'unit_cost', 'article_type', 'size', 'category', 'tags']);

/** The size and the further attributes of a product that has one value for each option. */
export function readOptions(options: readonly { name: string; value: string }[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, value } of options) {
    const key = name.toLowerCase();
    if (name === '' || value === '') continue;
    if (isSizeName(key)) values.size ??= value;
    else if (!ownColumns.has(key) && key !== '__proto__') values[key] = value;
  }
  return values;
}

function isSizeName(name: string): boolean {
  const named: string[] = name.normalize('NFC').match(/\p{L}+/gu) ?? [];
  return (
    named.some((word) => sizeWords.has(word)) && named.every((word) => sizeWords.has(word) || besideSize.has(word))
  );
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
