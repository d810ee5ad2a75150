import { longestSku, type ProductList, productListSchema } from '@callside/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { ComboField } from '../ui/combo-field.tsx';

type Product = ProductList['items'][number];

interface ProductFieldProps {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  /** What is typed: a SKU, or a part of a title. */
  text: string;
  onTextChange: (text: string) => void;
  onChoose: (product: Product) => void;
}

const leastLetters = 2;

/** A field for a product of the catalogue, which is found by its SKU or its title. */
export function ProductField({ text, onChoose, ...field }: ProductFieldProps) {
  const { t } = useTranslation();
  const { api } = useSession();
  const { money } = useFormats();
  /** The SKU that was taken from the list, which does not open again for it. */
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = useDeferredValue(text.trim());
  const isAsked = asked.length >= leastLetters;
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: ['products', asked],
    queryFn: () => api.get(`desk/products?q=${encodeURIComponent(asked)}`, productListSchema),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const products = isAsked ? (data?.items ?? []) : [];
  const isOfText = asked === text.trim() && !isPlaceholderData;
  return (
    <ComboField
      {...field}
      text={text}
      items={products.map((product) => ({ ...product, id: product.sku }))}
      nameOf={({ sku, title }) => `${title} ${sku}`}
      render={({ sku, title, web_price }) => (
        <>
          {title} <span className="product-sku">{t('products.skuAndPrice', { sku, price: money(web_price) })}</span>
        </>
      )}
      isLoading={!isOfText || (isFetching && products.length === 0)}
      loadingMessage={t('products.searching')}
      emptyMessage={t(isError ? 'products.failed' : 'products.none')}
      onChoose={(product) => {
        setChosen(product.sku);
        onChoose(product);
      }}
      leastLetters={text === chosen ? text.length + 1 : leastLetters}
      maxLength={longestSku}
    />
  );
}
