import type { CallView, CustomerMatch, DeskOrder, DeskPastCall } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { useShopWords } from '../app/use-shop-words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { formatPhoneNumber } from './phone-number.ts';
import { passFocusToCaller, usePickCustomer } from './pick-customer.ts';
import { durationText } from './time-text.ts';
import { useDeskCall } from './use-desk-reads.ts';
import './call-details.css';

interface CallDetailsProps {
  call: CallView;
  customer: CustomerMatch | null;
}

/** The rep can take back the customer whom they chose. */
export function CallDetails({ call, customer }: CallDetailsProps) {
  const { t } = useTranslation();
  const { data } = useDeskCall(call.reference, customer);
  const pick = usePickCustomer(call.reference);
  if (!data?.customer_picked) return null;
  return (
    <p ref={passFocusToCaller} className="pick-another">
      <Button variant="quiet" aria-disabled={pick.isPending} onPress={() => !pick.isPending && pick.mutate(null)}>
        {t('desk.pickAnother')}
      </Button>
      {pick.isError && <span role="alert">{t('desk.pickFailed')}</span>}
    </p>
  );
}

/** What the brand chose to show of the call's metadata. */
export function Metadata({ call, customer }: CallDetailsProps) {
  const { t } = useTranslation();
  const inWords = useShopWords();
  const { data } = useDeskCall(call.reference, customer);
  if (data === undefined || data.metadata.length === 0) return null;
  return (
    <section className="metadata" aria-label={t('desk.details')}>
      <dl className="call-facts">
        {data.metadata.map(({ name, value }) => (
          <div key={name}>
            <dt>{inWords(name) ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The customer's last orders and calls. */
export function CustomerHistory({ call, customer }: CallDetailsProps) {
  const { t } = useTranslation();
  const { data, isPending, isLoadingError, refetch } = useDeskCall(call.reference, customer);
  /** Orders and calls of people who share a number are not mixed. */
  const isUnpicked = customer?.match === 'several';
  // Orders and calls are shown at the same time, so that the calls do not move when the orders arrive.
  return (
    <>
      <section className="history" aria-labelledby="orders-heading" tabIndex={-1}>
        <h2 id="orders-heading">{t('desk.orders')}</h2>
        {isPending && <p className="muted">{t('app.loading')}</p>}
        {isLoadingError && (
          <Notice kind="caution" action={{ label: t('app.tryAgain'), onPress: () => void refetch() }}>
            {t('desk.historyFailed')}
          </Notice>
        )}
        {data?.orders.length === 0 && (
          <p className="muted">{t(isUnpicked ? 'desk.ordersOfPicked' : 'desk.noOrders')}</p>
        )}
        <ul>
          {data?.orders.map((order, index) => (
            // Lines have no id, and their order is fixed.
            <Order key={index} order={order} />
          ))}
        </ul>
      </section>
      {data !== undefined && !(isUnpicked && data.calls.length === 0) && (
        <section className="history" aria-labelledby="calls-heading">
          <h2 id="calls-heading">{t('desk.lastCalls')}</h2>
          {data.calls.length === 0 && <p className="muted">{t('desk.noCalls')}</p>}
          <ul>
            {data.calls.map((past) => (
              <EarlierCall key={past.reference} past={past} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Order({ order: { ordered_on, title, sku, qty, unit_price, returned } }: { order: DeskOrder }) {
  const { t } = useTranslation();
  const { money, number, day } = useFormats();
  return (
    <li data-returned={returned}>
      <time dateTime={ordered_on}>{day(ordered_on)}</time>
      <span className="history-main">
        <bdi>{title ?? sku}</bdi>
        <small>
          {title !== null && `${sku} · `}
          {number(qty)} × {unit_price === null ? '–' : money(unit_price)}
        </small>
      </span>
      {returned && <Badge tone="caution">{t('desk.returned')}</Badge>}
    </li>
  );
}

function EarlierCall({ past }: { past: DeskPastCall }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { started_at, ended_at, rep_name, phone_number, note, disposition } = past;
  const duration =
    ended_at === null ? t('desk.stillLive') : durationText(Date.parse(ended_at) - Date.parse(started_at));
  return (
    <li>
      <span className="history-main">
        <time dateTime={started_at}>{dateTime(started_at)}</time>
        <small>
          {t('desk.withRep', { name: rep_name })} · {duration} · {formatPhoneNumber(phone_number)}
        </small>
        <span className="history-note">{note === '' ? <small>{t('desk.noNote')}</small> : <bdi>{note}</bdi>}</span>
      </span>
      {disposition !== null && <Badge tone="neutral">{t(`desk.${disposition}`)}</Badge>}
    </li>
  );
}
