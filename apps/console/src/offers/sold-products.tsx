import type { OfferOutcome } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import type { OfferedProduct } from './offer-dialog.ts';
import { outcomeInWords, outcomesOf } from './offer-words.ts';
import { SaleActions } from './sale-actions.tsx';
import './sold-products.css';

interface SoldProductsProps {
  label: string;
  /** Of the call. */
  reference: string;
  /** Those of the call that count. */
  outcomes: readonly OfferOutcome[];
  items: readonly OfferedProduct[];
  onCorrect: (item: OfferedProduct, sale: OfferOutcome) => void;
}

/** Sales of products whose offers are not on the page: each can be undone and corrected like any other. */
export function SoldProducts({ label, reference, outcomes, items, onCorrect }: SoldProductsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sold = items.filter(({ sku }) => outcomes.some((one) => one.sku === sku && one.outcome === 'sold'));
  if (sold.length === 0) return null;
  return (
    <ul className="sold-products" aria-label={label}>
      {sold.map((item) => (
        <li key={item.sku}>
          <p role="status">
            <b>{item.title}</b>{' '}
            {outcomesOf(item, outcomes)
              .map((outcome) => outcomeInWords(t, outcome, formats))
              .join(' · ')}
          </p>
          <SaleActions
            reference={reference}
            outcomes={outcomes}
            item={item}
            onCorrect={(sale) => onCorrect(item, sale)}
          />
        </li>
      ))}
    </ul>
  );
}
