import type { CallOffers } from '@callside/schemas';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { foundProducts } from './found-products.ts';
import { ProductSearch } from './product-search.tsx';

interface AnchorsFieldProps {
  offers: CallOffers;
  anchors: readonly string[];
  /** Why the last request failed; null if it did not. */
  problem: string | null;
  onChange: (anchors: readonly string[]) => void;
}

/** The products that the customer is buying now. The offers are chosen to match them. */
export function AnchorsField({ offers, anchors, problem, onChange }: AnchorsFieldProps) {
  const { t } = useTranslation();
  /** The titles of added products, for the time before the offers name them. */
  const [added, setAdded] = useState<Readonly<Record<string, string>>>({});
  const titleOf = (sku: string) => offers.titles[sku] ?? added[sku] ?? t('offers.sku', { sku });
  const field = useRef<HTMLDivElement>(null);
  const ask = (wanted: readonly string[]) => {
    onChange(wanted);
    // The button that was pressed leaves the page.
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field} className="anchors">
      {problem !== null && (
        <Notice kind="error" action={{ label: t('app.tryAgain'), onPress: () => ask(anchors) }}>
          {problem}
        </Notice>
      )}
      <ProductSearch
        label={t('offers.buying')}
        toList={(typed, found) => foundProducts(typed, [...offers.items, ...found], anchors)}
        onChoose={({ sku, title }) => {
          setAdded((before) => ({ ...before, [sku]: title }));
          onChange([...anchors, sku]);
        }}
      />
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
    </div>
  );
}
