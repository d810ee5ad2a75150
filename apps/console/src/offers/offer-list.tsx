import type { CallOffers, OfferItem, OfferOutcome, OutcomeRequestBody } from '@callside/schemas';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart, useCodeAhead } from '../ui/lazy-part.tsx';
import { inSlots, outcomeInWords, reasonInWords, stockInWords } from './offer-words.ts';

const RecordSaleDialog = lazyPart(async () => (await import('./record-sale-dialog.tsx')).RecordSaleDialog);
const DeclineDialog = lazyPart(async () => (await import('./decline-dialog.tsx')).DeclineDialog);
const dialogs = [RecordSaleDialog, DeclineDialog];

interface OfferListProps {
  offers: CallOffers;
  onOutcome: (outcome: OutcomeRequestBody) => Promise<unknown>;
}

/** One list item for each offer. Alternatives of one slot are shown together. */
export function OfferList({ offers, onOutcome }: OfferListProps) {
  const { t } = useTranslation();
  const age = useStockAge(offers);
  useCodeAhead(dialogs);
  const [open, setOpen] = useState<{ item: OfferItem; outcome: 'sold' | 'declined' } | null>(null);
  const record = async (outcome: Omit<OutcomeRequestBody, 'recommendation_id' | 'sku'>) => {
    if (open === null || offers.recommendation_id === null) return;
    await onOutcome({ ...outcome, recommendation_id: offers.recommendation_id, sku: open.item.sku });
    setOpen(null);
  };
  const Dialog = open?.outcome === 'sold' ? RecordSaleDialog : DeclineDialog;
  return (
    <>
      <ul className="offer-list" aria-label={t('offers.title')}>
        {inSlots(offers.items).map(({ item, alternativeTo }) => (
          <Offer
            key={item.sku}
            item={item}
            alternativeTo={alternativeTo}
            stock={stockInWords(t, item, age)}
            reasons={item.reasons.map((reason) => reasonInWords(t, reason, offers.titles))}
            outcome={offers.outcomes.findLast(({ sku }) => sku === item.sku) ?? null}
            onPress={(outcome) => setOpen({ item, outcome })}
          />
        ))}
      </ul>
      {open !== null && <Dialog item={open.item} onRecord={record} onClose={() => setOpen(null)} />}
    </>
  );
}

interface OfferProps {
  item: OfferItem;
  alternativeTo: OfferItem | null;
  stock: string | null;
  reasons: readonly string[];
  outcome: OfferOutcome | null;
  onPress: (outcome: 'sold' | 'declined') => void;
}

function Offer({ item, alternativeTo, stock, reasons, outcome, onPress }: OfferProps) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const sizeText = (size: OfferItem['size']) => (typeof size === 'number' ? number(size) : size);
  return (
    <li className="offer" data-alternative={alternativeTo !== null} data-outcome={outcome?.outcome}>
      <div className="offer-words">
        {alternativeTo !== null && (
          <p className="offer-alternative">{t('offers.insteadOf', { title: alternativeTo.title })}</p>
        )}
        <h3>{item.title}</h3>
        <p className="offer-facts">
          <strong>{money(item.web_price)}</strong>
          <span>{item.article_type}</span>
          {item.size !== 0 && <span>{t('offers.size', { size: sizeText(item.size) })}</span>}
          {stock !== null && <span>{stock}</span>}
        </p>
        {reasons.length > 0 && <p className="offer-reasons">{reasons.join('; ')}</p>}
      </div>
      <div className="offer-actions">
        {outcome === null ? (
          <>
            <Button onPress={() => onPress('sold')}>{t('offers.sold')}</Button>
            <Button onPress={() => onPress('declined')}>{t('offers.declined')}</Button>
          </>
        ) : (
          <p className="offer-outcome" role="status">
            {outcomeInWords(t, outcome, money)}
          </p>
        )}
      </div>
    </li>
  );
}

/** The current age of the stock in seconds, updated regularly. null when it is not known. */
function useStockAge({ stock_age_seconds, asked_at }: CallOffers): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, [asked_at]);
  // The clock of this machine may be behind the service's.
  return stock_age_seconds === null ? null : stock_age_seconds + Math.max(0, (now - Date.parse(asked_at)) / 1_000);
}
