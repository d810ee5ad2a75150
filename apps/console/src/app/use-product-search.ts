import { type ProductList, productListSchema } from '@callside/schemas';
import { type Search, useSearch } from './use-search.ts';

/** Fewer letters match too much. */
export const leastProductLetters = 2;

/** Products of the catalogue by SKU or title. `text` without spaces around it. */
export function useProductSearch(text: string): Search<ProductList['items'][number]> {
  return useSearch(text, { path: 'desk/products', schema: productListSchema, least: leastProductLetters });
}
