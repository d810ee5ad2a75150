import { longestSku, type ProductList } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { leastProductLetters, useProductSearch } from '../app/use-product-search.ts';
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

/** A field for a product of the catalogue, which is found by its SKU or its title. */
export function ProductField({ text, onChoose, ...field }: ProductFieldProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  /** The SKU that was taken from the list, which does not open again for it. */
  const [chosen, setChosen] = useState<string | null>(null);
  const { items, state } = useProductSearch(text.trim());
  return (
    <ComboField
      {...field}
      text={text}
      items={items.map((product) => ({ ...product, id: product.sku }))}
      nameOf={({ sku, title }) => `${title} ${sku}`}
      render={({ sku, title, web_price, size }) => (
        <>
          {title} {size !== undefined && t('offers.size', { size })}{' '}
          <span className="product-sku">{t('products.skuAndPrice', { sku, price: money(web_price) })}</span>
        </>
      )}
      isLoading={state === 'reading'}
      loadingMessage={t('products.searching')}
      emptyMessage={t(state === 'failed' ? 'products.failed' : 'products.none')}
      onChoose={(product) => {
        setChosen(product.sku);
        onChoose(product);
      }}
      leastLetters={text === chosen ? text.length + 1 : leastProductLetters}
      maxLength={longestSku}
    />
  );
}
