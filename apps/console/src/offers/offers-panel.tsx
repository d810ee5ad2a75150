import { type CallOffers, type CallView, recommenderNumberOf } from '@callside/schemas';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { formatPhoneNumber } from '../desk/phone-number.ts';
import type { RepDesk } from '../desk/rep-desk-model.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfferList } from './offer-list.tsx';
import { useCallOffers } from './use-call-offers.ts';
import './offers.css';

const AnchorsField = lazyPart(async () => (await import('./anchors-field.tsx')).AnchorsField);

/** After this time the rep sees that the offers take long. */
const slowAfterMs = 2_000;
/** A sale can still be recorded for this time after the call. */
const keptAfterCallMs = 60_000;

/** The offers of the call and their outcomes. Not shown for a brand without a recommender. */
export const OffersPanel = memo(function OffersPanel({ desk }: { desk: RepDesk }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const call = useOfferedCall(desk);
  if (user.brand_settings.offers !== true) return null;
  return (
    <section
      className="offers"
      data-call={call?.reference}
      data-ended={call !== null && desk.call === null}
      aria-label={t('offers.title')}
    >
      <h2 className="offers-heading">{t('offers.title')}</h2>
      {call !== null && desk.call === null && (
        <p className="offers-note">{t('offers.ofLastCall', { number: formatPhoneNumber(call.phone_number) })}</p>
      )}
      {call === null ? (
        <p className="offers-note">{t('offers.noCall')}</p>
      ) : (
        <OffersOfCall key={call.reference} desk={desk} call={call} country={user.brand_settings.country} />
      )}
    </section>
  );
});

interface OffersOfCallProps {
  desk: RepDesk;
  call: CallView;
  /** The brand's country, ISO 3166-1 alpha-2. */
  country: string;
}

function OffersOfCall({ desk, call, country }: OffersOfCallProps) {
  const { t } = useTranslation();
  const { offers, ask, record, isAsking, problem } = useCallOffers(desk, call);
  if (recommenderNumberOf(call.phone_number, country) === null)
    return <p className="offers-note">{t('offers.noNumber')}</p>;
  return (
    <div className="offers-body" aria-busy={offers === null || isAsking}>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <State offers={offers} onRetry={() => ask(offers?.anchors ?? [])} isAsking={isAsking} />
      {offers !== null && offers.items.length > 0 && <OfferList offers={offers} onOutcome={record} />}
      {offers !== null && (
        <AnchorsField offers={offers} isAsking={isAsking} onChange={ask} whileLoading={<div className="anchors" />} />
      )}
    </div>
  );
}

interface StateProps {
  offers: CallOffers | null;
  isAsking: boolean;
  onRetry: () => void;
}

/** The state of the offers: what they wait for, and for screen readers that they have arrived. */
function State({ offers, isAsking, onRetry }: StateProps) {
  const { t } = useTranslation();
  const isSlow = useIsSlow(offers === null || isAsking);
  if (offers === null || isAsking) {
    return (
      <p className="offers-note" role="status">
        {isSlow ? t('offers.slow') : t('offers.asking')}
      </p>
    );
  }
  if (offers.status === 'unavailable') {
    return (
      <Notice kind="caution" action={{ label: t('app.tryAgain'), onPress: onRetry }}>
        {t('offers.unavailable')}
      </Notice>
    );
  }
  return (
    <p className={offers.items.length === 0 ? 'offers-note' : 'for-screen-readers'} role="status">
      {offers.items.length === 0 ? t('offers.nothing') : t('offers.arrived', { number: offers.items.length })}
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

/** The live call, or the previous call for a minute after its end. */
function useOfferedCall({ call, lastCall }: RepDesk): CallView | null {
  const endedAt = lastCall?.endedAt ?? null;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const leftMs = endedAt === null ? 0 : Date.parse(endedAt) + keptAfterCallMs - Date.now();
    setOver(leftMs <= 0);
    // The clock of this machine may be wrong, so the time is limited to the minute.
    const timer = setTimeout(() => setOver(true), Math.min(leftMs, keptAfterCallMs));
    return () => clearTimeout(timer);
  }, [endedAt]);
  return call ?? (isOver ? null : (lastCall?.call ?? null));
}
