import { type ProductList, productListSchema } from '@callside/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useSession } from './session.tsx';

/** Fewer letters match too much. */
export const leastProductLetters = 2;

interface ProductSearch {
  /** Those of an earlier text until the service has answered for this one. */
  items: ProductList['items'];
  /** `read`: the service has answered for the whole text. */
  state: 'reading' | 'read' | 'failed';
}

/** Products of the catalogue by SKU or title. `text` without spaces around it. */
export function useProductSearch(text: string): ProductSearch {
  const { api } = useSession();
  const asked = useDeferredValue(text);
  const isAsked = asked.length >= leastProductLetters;
  const { data, isPlaceholderData, isSuccess, isError } = useQuery({
    queryKey: ['products', asked],
    queryFn: () => api.get(`desk/products?q=${encodeURIComponent(asked)}`, productListSchema),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const isOfText = asked === text && !isPlaceholderData;
  const state = isOfText && isSuccess ? 'read' : isOfText && isError ? 'failed' : 'reading';
  return { items: isAsked ? (data?.items ?? []) : [], state };
}
