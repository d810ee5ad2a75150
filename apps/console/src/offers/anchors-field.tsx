import { type CallOffers, longestSku, productListSchema } from '@callside/schemas';
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
  const { found, state, readAgain } = useProducts(text.trim(), offers.items, anchors);
  /** The text for which Enter added nothing. */
  const [missed, setMissed] = useState('');
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
    else {
      setMissed(text.trim());
      if (state === 'failed') readAgain();
    }
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
        maxLength={2 * longestSku}
      />
      <p className="offers-note" role="status">
        {missed !== '' && missed === text.trim() && found.length === 0 && whyNothing()}
      </p>
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
              {offers.unknown_anchors.includes(sku) && (
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

  function whyNothing(): string {
    if (missed.length < leastLetters) return t('offers.tooShort', { least: leastLetters });
    if (state === 'failed') return t('offers.searchFailed');
    return state === 'read' ? t('offers.notFound', { text: missed }) : '';
  }
}

interface ProductSearch {
  found: Product[];
  /** `read`: the service has answered for the whole text. */
  state: 'reading' | 'read' | 'failed';
  readAgain: () => void;
}

function useProducts(text: string, offered: readonly Product[], anchors: readonly string[]): ProductSearch {
  const { api } = useSession();
  const asked = useDeferredValue(text);
  const isAsked = asked.length >= leastLetters;
  const { data, isPlaceholderData, isSuccess, isError, refetch } = useQuery({
    queryKey: ['products', asked],
    queryFn: () => api.get(`desk/products?q=${encodeURIComponent(asked)}`, productListSchema),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const found = isAsked && text !== '' ? foundProducts(text, [...offered, ...(data?.items ?? [])], anchors) : [];
  const isOfText = asked === text && !isPlaceholderData;
  const state = isOfText && isSuccess ? 'read' : isOfText && isError ? 'failed' : 'reading';
  return { found, state, readAgain: () => void refetch() };
}
