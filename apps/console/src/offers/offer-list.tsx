import type { CallOffers, OfferItem } from '@callside/schemas';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageText } from '../desk/time-text.ts';
import { useServerNow } from '../desk/use-desk-reads.ts';
import { Button } from '../ui/button.tsx';
import { Offer, type OnOffer } from './offer.tsx';
import { inSlots } from './offer-words.ts';

const stockAgeEveryMs = 15_000;

interface OffersProps {
  offers: CallOffers;
  onOpen: OnOffer;
}

interface OfferListProps extends OffersProps {
  /** Whose offers they are, once their call has ended. */
  whose: string | null;
}

/** One list item for each idea, the first one as a large card. The alternatives of an idea are folded. */
export function OfferList({ offers, whose, onOpen }: OfferListProps) {
  const { t } = useTranslation();
  const age = useStockAge(offers);
  return (
    <>
      <ul className="offer-list" aria-label={t('offers.title')}>
        {inSlots(offers.items).map(([best, ...alternatives]) => (
          <li key={best.sku} className="offer">
            <Offer item={best} offers={offers} onOpen={onOpen} />
            {alternatives.length > 0 && <Alternatives to={best} items={alternatives} offers={offers} onOpen={onOpen} />}
          </li>
        ))}
      </ul>
      {(whose !== null || age !== null) && (
        <p className="offers-age">
          {age !== null && <span>{t('offers.stockAsOf', { age: ageText(age) })}</span>}
          {whose !== null && <strong>{whose}</strong>}
        </p>
      )}
    </>
  );
}

function Alternatives({ to, items, ...rest }: OffersProps & { to: OfferItem; items: readonly OfferItem[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = items.length;
  return (
    <div className="alternatives">
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
        {t('offers.alternatives', { count })}
        <span className="for-screen-readers">{t('offers.alternativesTo', { title: to.title })}</span>
      </Button>
      <ul id={id} hidden={!isOpen} aria-label={t('offers.insteadOf', { title: to.title })}>
        {items.map((item) => (
          <li key={item.sku} className="offer">
            <Offer item={item} {...rest} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The current age of the stock in ms, in whole minutes: it is not updated every second. null when it is not known. */
function useStockAge({ stock_age_seconds, asked_at }: CallOffers): number | null {
  const now = useServerNow(stockAgeEveryMs);
  if (stock_age_seconds === null) return null;
  const ageMs = stock_age_seconds * 1_000 + Math.max(0, now - Date.parse(asked_at));
  return ageMs - (ageMs % 60_000);
}
