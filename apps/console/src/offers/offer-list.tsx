import type { CallOffers, OfferItem, OfferOutcome } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { useServerNow } from '../desk/use-desk-reads.ts';
import { Button } from '../ui/button.tsx';
import type { OpenOffer } from './offer-dialog.ts';
import { inSlots, outcomeInWords, outcomesOf, reasonsInWords, stockInWords } from './offer-words.ts';

const stockAgeEveryMs = 15_000;

interface OfferListProps {
  offers: CallOffers;
  onOpen: (offer: Pick<OpenOffer, 'recommendationId' | 'item' | 'outcome'>) => void;
}

/** One list item for each offer. Alternatives of one slot are shown together. */
export function OfferList({ offers, onOpen }: OfferListProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const age = useStockAge(offers);
  const { recommendation_id: recommendationId } = offers;
  return (
    <ul className="offer-list" aria-label={t('offers.title')}>
      {inSlots(offers.items).map(({ item, alternativeTo }) => (
        <Offer
          key={item.sku}
          item={item}
          alternativeTo={alternativeTo}
          stock={stockInWords(t, item, age, formats)}
          reasons={reasonsInWords(t, item.reasons, offers.titles)}
          outcomes={outcomesOf(item, offers.outcomes)}
          wasDeclined={offers.outcomes.some(({ sku, outcome }) => sku === item.sku && outcome === 'declined')}
          onPress={(outcome) => {
            if (recommendationId !== null) onOpen({ recommendationId, item, outcome });
          }}
        />
      ))}
    </ul>
  );
}

interface OfferProps {
  item: OfferItem;
  alternativeTo: OfferItem | null;
  stock: string | null;
  reasons: readonly string[];
  /** Those that are shown: a sale takes the place of a decline. */
  outcomes: readonly OfferOutcome[];
  wasDeclined: boolean;
  onPress: (outcome: 'sold' | 'declined') => void;
}

function Offer({ item, alternativeTo, stock, reasons, outcomes, wasDeclined, onPress }: OfferProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { money, number } = formats;
  /** All offers have the same buttons: a screen reader says which product a button is for. */
  const named = (word: string) => `${word}: ${item.title}`;
  const sizeText = (size: OfferItem['size']) => (typeof size === 'number' ? number(size) : size);
  return (
    <li className="offer" data-alternative={alternativeTo !== null} data-outcome={outcomes[0]?.outcome}>
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
        {/* It stays in the page, so that a screen reader notices its text. */}
        <div className="offer-outcome" role="status">
          {outcomes.map((outcome) => (
            <p key={outcome.outcome_id}>{outcomeInWords(t, outcome, formats)}</p>
          ))}
        </div>
        {/* The button that opened the dialog stays, so that the focus returns to it. */}
        <Button
          key={wasDeclined ? 'declined' : 'sold'}
          aria-label={named(t(soldWord(outcomes)))}
          onPress={() => onPress('sold')}
        >
          {t(soldWord(outcomes))}
        </Button>
        {outcomes.length === 0 && (
          <Button key="declined" aria-label={named(t('offers.declined'))} onPress={() => onPress('declined')}>
            {t('offers.declined')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** A sale after a decline takes its place, and every further sale counts too. */
function soldWord([first]: readonly OfferOutcome[]) {
  if (first === undefined) return 'offers.sold';
  return first.outcome === 'sold' ? 'offers.soldMore' : 'offers.soldAfterAll';
}

/** The current age of the stock in seconds, updated regularly. null when it is not known. */
function useStockAge({ stock_age_seconds, asked_at }: CallOffers): number | null {
  const now = useServerNow(stockAgeEveryMs);
  return stock_age_seconds === null ? null : stock_age_seconds + Math.max(0, (now - Date.parse(asked_at)) / 1_000);
}
