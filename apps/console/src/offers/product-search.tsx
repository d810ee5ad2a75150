import { longestSku } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { leastProductLetters, useProductSearch } from '../app/use-product-search.ts';
import { ComboField } from '../ui/combo-field.tsx';
import type { Product } from './found-products.ts';
import '../ui/fields.css';

interface ProductSearchProps {
  label: string;
  /** Of the products that the catalogue has for the text, those to list. Default: all. */
  toList?: (typed: string, found: readonly Product[]) => readonly Product[];
  onChoose: (product: Product) => void;
  /** The text for a search that finds nothing. */
  emptyText?: 'offers.notFound' | 'offers.whyNot.notFound';
}

/** Finds a product of the catalogue while a call is live. */
export function ProductSearch({
  label,
  toList = (_typed, found) => found,
  onChoose,
  emptyText = 'offers.notFound',
}: ProductSearchProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const [text, setText] = useState('');
  const typed = text.trim();
  const { items, state } = useProductSearch(typed);
  return (
    <ComboField
      label={label}
      placeholder={t('offers.buyingHint')}
      text={text}
      onTextChange={setText}
      items={toList(typed, items).map((product) => ({ id: product.sku, ...product }))}
      nameOf={({ title, sku }) => `${title}, ${sku}`}
      render={({ title, sku, web_price, size }) => (
        <span className="anchor-option">
          <b>{title}</b> {!!size && <span>{t('offers.size', { size })}</span>} <span>{money(web_price)}</span>{' '}
          <small>{sku}</small>
        </span>
      )}
      onChoose={onChoose}
      isLoading={state === 'reading'}
      loadingMessage={t('app.loading')}
      emptyMessage={state === 'failed' ? t('offers.searchFailed') : t(emptyText, { text: typed })}
      leastLetters={leastProductLetters}
      maxLength={2 * longestSku}
    />
  );
}
