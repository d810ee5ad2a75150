import { type CallOffers, type CallView, type CustomerMatch, isWithheld } from '@callside/schemas';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { formatPhoneNumber } from '../desk/phone-number.ts';
import type { RepDesk } from '../desk/rep-desk-model.ts';
import { lazyPart, useCodeAhead } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { Objection, useObjection } from './objection.tsx';
import type { OpenOffer } from './offer-dialog.ts';
import { OfferList } from './offer-list.tsx';
import { soldBeside } from './offer-words.ts';
import { outcomeDialogs, useOutcomeDialog } from './outcome-dialog.tsx';
import { type OwnChange, ownOutcomesOf } from './own-outcomes.ts';
import { SoldProducts } from './sold-products.tsx';
import { useCallOffers, useOwnOutcomes } from './use-call-offers.ts';
import { useOfferedCall } from './use-offered-call.ts';
import './offers.css';

const AnchorsField = lazyPart(async () => (await import('./anchors-field.tsx')).AnchorsField);
const SizeField = lazyPart(async () => (await import('./size-field.tsx')).SizeField);
const WhyNot = lazyPart(async () => (await import('./why-not.tsx')).WhyNot);
const laterParts = [...outcomeDialogs, SizeField, WhyNot];

/** After this time the rep sees that the offers take long. */
const slowAfterMs = 2_000;

/** The offers of the call and their outcomes. Not shown for a brand without a recommender. */
export const OffersPanel = memo(function OffersPanel({ desk }: { desk: RepDesk }) {
  const { user } = useSession();
  return user.brand_settings.offers ? <Offers desk={desk} /> : null;
});

function Offers({ desk }: { desk: RepDesk }) {
  const { t } = useTranslation();
  const offered = useOfferedCall(desk);
  const { recorded } = useOwnOutcomes();
  useCodeAhead(laterParts);
  const call = offered?.call ?? null;
  const isEnded = call !== null && desk.call === null;
  const shown = call?.reference ?? null;
  const { opened, open, told, dialog } = useOutcomeDialog(desk, shown);
  const section = useFocusAfterDialog(opened?.reference ?? null, shown);
  return (
    <>
      <section
        ref={section}
        className="offers"
        data-call={call?.reference}
        data-ended={isEnded}
        aria-label={t('offers.title')}
        tabIndex={-1}
      >
        <h2 className="for-screen-readers">{t('offers.title')}</h2>
        {told}
        {offered === null ? (
          <p className="offers-note">{t('offers.noCall')}</p>
        ) : (
          <OffersOfCall
            key={offered.call.reference}
            desk={desk}
            call={offered.call}
            isEnded={isEnded}
            canObject={canObject(offered)}
            recorded={recorded}
            onOpen={(offer) => open({ ...offer, reference: offered.call.reference, caller: offered })}
          />
        )}
      </section>
      {dialog}
    </>
  );
}

/** Another call may have replaced the button that opened a dialog: then the offers get the focus when the dialog closes. */
function useFocusAfterDialog(ofDialog: string | null, shown: string | null): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const nowShown = useRef(shown);
  nowShown.current = shown;
  useEffect(() => {
    if (ofDialog === null) return;
    return () => {
      if (nowShown.current !== ofDialog) section.current?.focus();
    };
  }, [ofDialog]);
  return section;
}

interface OffersOfCallProps {
  desk: RepDesk;
  call: CallView;
  isEnded: boolean;
  /** Whether a number or a customer is known who could object to offers. */
  canObject: boolean;
  recorded: readonly OwnChange[];
  onOpen: (offer: Omit<OpenOffer, 'reference' | 'caller'>) => void;
}

function OffersOfCall({ desk, call, isEnded, canObject, recorded, onOpen }: OffersOfCallProps) {
  const { t } = useTranslation();
  const { offers, anchors, ask, say, isAsking, problem } = useCallOffers(desk, call, recorded);
  const objection = useObjection(call.reference, offers);
  const areWithheld = objection.objects ?? offers?.offers_withheld === 'customer_objects';
  const shown = offers === null || areWithheld ? [] : offers.items;
  const own = ownOutcomesOf(recorded, call.reference).items;
  const sold = offers === null ? [] : soldBeside(offers, { shown, own }, (sku) => t('offers.sku', { sku }));
  /** Below the offers, which do not move when their call ends. */
  const whose = isEnded ? t('offers.ofLastCall', { number: formatPhoneNumber(call.phone_number) }) : null;
  return (
    <div className="offers-body" aria-busy={offers === null || isAsking}>
      {offers === null ? (
        <div className="anchors" />
      ) : (
        <AnchorsField
          offers={offers}
          anchors={anchors}
          problem={problem}
          onChange={ask}
          whileLoading={<div className="anchors" />}
        />
      )}
      {offers !== null && !areWithheld && hasSizes(offers) && (
        <SizeField offers={offers} isAsking={isAsking} onSay={say} whileLoading={<div className="anchors" />} />
      )}
      <State offers={offers} onRetry={() => ask(anchors)} isAsking={isAsking} areWithheld={areWithheld} />
      {shown.length > 0 && offers !== null && <OfferList offers={offers} whose={whose} onOpen={onOpen} />}
      {shown.length === 0 && whose !== null && <p className="offers-note">{whose}</p>}
      {offers !== null && (
        <>
          <SoldProducts
            label={t('offers.soldHere')}
            reference={call.reference}
            outcomes={offers.outcomes}
            items={sold}
            onCorrect={(item, corrects) =>
              onOpen({ recommendationId: corrects.recommendation_id, item, outcome: 'sold', corrects })
            }
          />
          <div className="offers-foot">
            {/* Of offers that are withheld, the answer would name the experiment. */}
            {!areWithheld && offers.recommendation_id !== null && offers.offers_withheld === undefined && (
              <WhyNot key={offers.call_reference} offers={offers} whileLoading={<div className="why-not" />} />
            )}
            {canObject && <Objection {...objection} />}
          </div>
        </>
      )}
    </div>
  );
}

/** Whether there is a size to ask for, or one that the caller said. */
function hasSizes({ next_question, known_sizes }: CallOffers): boolean {
  return next_question !== null || Object.keys(known_sizes).length > 0;
}

interface StateProps {
  offers: CallOffers | null;
  isAsking: boolean;
  /** The customer wants no offers. */
  areWithheld: boolean;
  onRetry: () => void;
}

/** The state of the offers: what they wait for, and for screen readers that they have arrived. */
function State({ offers, isAsking, areWithheld, onRetry }: StateProps) {
  const { t } = useTranslation();
  // Offers that are withheld although nobody objects any more are asked for again.
  const isWaiting = offers === null || isAsking || (offers.offers_withheld === 'customer_objects' && !areWithheld);
  const waiting = useIsSlow(isWaiting) ? t('offers.slow') : t('offers.asking');
  if (areWithheld) {
    return (
      <p className="offers-note" role="status">
        {t('offers.withheld')}
      </p>
    );
  }
  if (offers?.status === 'unavailable') {
    // The button stays while the offers are asked for again: it has the focus.
    return (
      <Notice kind="caution" action={{ label: t('app.tryAgain'), onPress: () => !isAsking && onRetry() }}>
        {isWaiting ? waiting : t('offers.unavailable')}
      </Notice>
    );
  }
  if (isWaiting) {
    // Offers that are asked for again stay where they are.
    return (
      <p className={offers === null || offers.items.length === 0 ? 'offers-note' : 'for-screen-readers'} role="status">
        {waiting}
      </p>
    );
  }
  const { items, offers_withheld: withheld, next_question: question } = offers;
  // A size may open products, and an experiment withholds them: the catalogue has some.
  const none = withheld === undefined && question === null ? 'offers.nothing' : 'offers.none';
  return (
    <p className={items.length === 0 ? 'offers-note' : 'for-screen-readers'} role="status">
      {items.length === 0 ? t(none) : t('offers.arrived', { count: items.length })}
    </p>
  );
}

function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isSlow;
}

/** A number that several customers share says nothing about one of them. */
function canObject({ call, customer }: { call: CallView; customer: CustomerMatch | null }): boolean {
  return customer?.match === 'one' || (customer?.match !== 'several' && !isWithheld(call.phone_number));
}
