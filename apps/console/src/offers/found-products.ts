import type { CallOffers } from '@callside/schemas';

export interface Product {
  sku: string;
  title: string;
  web_price: number;
}

/** Products that match the text: first those of the shown offers, then those of the catalogue; none that is bought already. */
export function foundProducts(text: string, offers: CallOffers, ofCatalogue: readonly Product[]): Product[] {
  const wanted = text.toLowerCase();
  const matches = ({ sku, title }: Product) =>
    sku.toLowerCase().startsWith(wanted) || title.toLowerCase().includes(wanted);
  const all = [...offers.items, ...ofCatalogue].filter(matches);
  const unique = new Map(all.map(({ sku, title, web_price }) => [sku, { sku, title, web_price }]));
  for (const sku of offers.anchors) unique.delete(sku);
  return [...unique.values()].slice(0, 10);
}
