export interface Product {
  sku: string;
  title: string;
  web_price: number;
  /** 0 or absent when the product is not sized. */
  size?: number | string | undefined;
}

/** Products that match the text, each once; none that is bought already. */
export function foundProducts(text: string, products: readonly Product[], anchors: readonly string[]): Product[] {
  const wanted = text.toLowerCase();
  const matches = ({ sku, title }: Product) =>
    sku.toLowerCase().startsWith(wanted) || title.toLowerCase().includes(wanted);
  const unique = new Map(
    products.filter(matches).map(({ sku, title, web_price, size = 0 }) => [sku, { sku, title, web_price, size }]),
  );
  for (const sku of anchors) unique.delete(sku);
  return [...unique.values()].slice(0, 10);
}
