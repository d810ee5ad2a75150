import type { CallOffers, OfferItem, OfferOutcome } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { useShopWords } from '../app/use-shop-words.ts';
import { Button } from '../ui/button.tsx';
import type { OpenOffer } from './offer-dialog.ts';
import { outcomeInWords, outcomesOf, reasonsInWords, speechInWords, stockInWords } from './offer-words.ts';
import { SaleActions } from './sale-actions.tsx';

export type OnOffer = (offer: Pick<OpenOffer, 'recommendationId' | 'item' | 'outcome' | 'corrects'>) => void;

interface OfferProps {
  item: OfferItem;
  /** Those that it is one of. */
  offers: CallOffers;
  onOpen: OnOffer;
}

/** An offer: what it is and costs, the sentence to say, one reason, the stock, and what became of it. */
export function Offer({ item, offers, onOpen }: OfferProps) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const [reason] = reasonsInWords(t, item.reasons, offers.titles);
  /** Titles are in the language of the catalogue. */
  const kind = useShopWords()(item.article_type);
  const stock = stockInWords(t, item, formats);
  const outcomes = outcomesOf(item, offers.outcomes);
  const wasDeclined = offers.outcomes.some(({ sku, outcome }) => sku === item.sku && outcome === 'declined');
  const { recommendation_id: recommendationId } = offers;
  /** All offers have the same buttons: a screen reader says which product a button is for. */
  const named = (word: string) => `${word}: ${item.title}`;
  const open = (outcome: 'sold' | 'declined') => {
    if (recommendationId !== null) onOpen({ recommendationId, item, outcome });
  };
  return (
    <div className="offer-card" data-outcome={outcomes[0]?.outcome}>
      {item.image_url !== undefined && <Picture key={item.image_url} url={item.image_url} />}
      <div className="offer-words">
        <h3>{item.title}</h3>
        <p className="offer-facts">
          <strong>{formats.money(item.web_price)}</strong>
          {kind !== null && <span>{kind}</span>}
          {item.size !== 0 && (
            <span>
              {t('offers.size', { size: typeof item.size === 'number' ? formats.number(item.size) : item.size })}
            </span>
          )}
          {stock !== null && (
            <span className="offer-stock" data-level={stock.level}>
              {stock.text}
            </span>
          )}
        </p>
        <p className="offer-speech">
          <q>{speechInWords(t, item, formats, i18n.language)}</q>
        </p>
        {reason !== undefined && <p className="offer-reason">{reason}</p>}
      </div>
      <div className="offer-actions">
        {/* It stays in the page, so that a screen reader notices its text. */}
        <div className="offer-outcome" role="status">
          {outcomes.map((outcome) => (
            <p key={outcome.outcome_id}>{outcomeInWords(t, outcome, formats)}</p>
          ))}
        </div>
        <SaleActions
          reference={offers.call_reference}
          outcomes={offers.outcomes}
          item={item}
          onCorrect={(sale) =>
            onOpen({ recommendationId: sale.recommendation_id, item, outcome: 'sold', corrects: sale })
          }
        />
        {/* The button that opened the dialog stays, so that the focus returns to it. */}
        <Button
          key={wasDeclined ? 'declined' : 'sold'}
          data-sold
          variant={outcomes.length === 0 ? 'primary' : 'plain'}
          aria-label={named(t(soldWord(outcomes)))}
          onPress={() => open('sold')}
        >
          {t(soldWord(outcomes))}
        </Button>
        {outcomes.length === 0 && (
          <Button key="declined" aria-label={named(t('offers.declined'))} onPress={() => open('declined')}>
            {t('offers.declined')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** It has a fixed size, so that nothing moves when it arrives; one that cannot be loaded leaves its place empty. */
function Picture({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className="offer-picture">
      {!hasFailed && <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setFailed(true)} />}
    </div>
  );
}

/** A sale after a decline takes its place, and every further sale counts too. */
function soldWord([first]: readonly OfferOutcome[]) {
  if (first === undefined) return 'offers.sold';
  return first.outcome === 'sold' ? 'offers.soldMore' : 'offers.soldAfterAll';
}
