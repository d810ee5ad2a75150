import { type CallOffers, productListSchema } from '@callside/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { foundProducts, type Product } from './found-products.ts';
import '../ui/fields.css';

interface AnchorsFieldProps {
  offers: CallOffers;
  anchors: readonly string[];
  /** Why the last request failed; null if it did not. */
  problem: string | null;
  onChange: (anchors: readonly string[]) => void;
}

const leastLetters = 2;

/** The products that the customer is buying now. The offers are chosen to match them. */
export function AnchorsField({ offers, anchors, problem, onChange }: AnchorsFieldProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const [text, setText] = useState('');
  const found = useProducts(text.trim(), offers.items, anchors);
  /** The titles of added products, for the time before the offers name them. */
  const [added, setAdded] = useState<Readonly<Record<string, string>>>({});
  const titleOf = (sku: string) => offers.titles[sku] ?? added[sku] ?? t('offers.sku', { sku });
  const form = useRef<HTMLFormElement>(null);
  const ask = (wanted: readonly string[]) => {
    onChange(wanted);
    // The button that was pressed leaves the page.
    form.current?.querySelector('input')?.focus();
  };
  const add = (sku: string, title?: string) => {
    setText('');
    if (title !== undefined) setAdded((before) => ({ ...before, [sku]: title }));
    if (!anchors.includes(sku)) ask([...anchors, sku]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = found;
    if (first !== undefined) add(first.sku, first.title);
    else if (/^\d{1,16}$/.test(text.trim())) add(text.trim());
  };
  return (
    <form ref={form} className="anchors" onSubmit={submit}>
      {problem !== null && (
        <Notice kind="error" action={{ label: t('app.tryAgain'), onPress: () => ask(anchors) }}>
          {problem}
        </Notice>
      )}
      <TextField
        label={t('offers.buying')}
        description={t('offers.buyingHint')}
        value={text}
        onChange={setText}
        maxLength={100}
      />
      {found.length > 0 && (
        <ul className="anchor-choices" aria-label={t('offers.found')}>
          {found.map(({ sku, title, web_price }) => (
            <li key={sku}>
              <Button variant="quiet" onPress={() => add(sku, title)}>
                {t('offers.add', { title, price: money(web_price) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {anchors.length > 0 && (
        <ul className="anchor-choices" aria-label={t('offers.buying')}>
          {anchors.map((sku) => (
            <li key={sku} className="anchor">
              {titleOf(sku)}
              {offers.unknown_anchors?.includes(sku) && (
                <span className="anchor-unknown">{t('offers.notInCatalogue')}</span>
              )}
              <Button
                variant="quiet"
                aria-label={t('offers.remove', { title: titleOf(sku) })}
                onPress={() => ask(anchors.filter((one) => one !== sku))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

function useProducts(text: string, offered: readonly Product[], anchors: readonly string[]): Product[] {
  const { api } = useSession();
  const asked = useDeferredValue(text);
  const isAsked = asked.length >= leastLetters;
  const { data } = useQuery({
    queryKey: ['products', asked],
    queryFn: () => api.get(`desk/products?q=${encodeURIComponent(asked)}`, productListSchema),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isAsked || text === '') return [];
  return foundProducts(text, [...offered, ...(data?.items ?? [])], anchors);
}
