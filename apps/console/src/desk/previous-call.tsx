import type { CallView, CustomerMatch } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { CallNotes } from './call-notes.tsx';
import { callerName } from './caller.ts';
import { formatPhoneNumber } from './phone-number.ts';
import { durationText } from './time-text.ts';
import { useDeskCall, useServerNow } from './use-desk-reads.ts';
import './call-details.css';

const shownForMs = 60_000;

export interface EndedCall {
  call: CallView;
  customer: CustomerMatch | null;
  endedAt: string | null;
}

interface PreviousCallProps extends EndedCall {
  /** Shown also after the minute. */
  isKept: boolean;
  /** The focus has entered or left the part. */
  onUse: (isInUse: boolean) => void;
}

/** The previous call: shown for a minute after its end, or while the rep edits its notes. */
export function PreviousCall({ isKept, onUse, ...ended }: PreviousCallProps) {
  const { t } = useTranslation();
  const now = useServerNow();
  if (!isKept && ended.endedAt !== null && now - Date.parse(ended.endedAt) > shownForMs) return null;
  return (
    <section
      className="previous"
      aria-label={t('desk.previousCall')}
      onFocus={() => onUse(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onUse(false);
      }}
    >
      <PastCall {...ended} heading={t('desk.previousCall')} title={t('desk.previousNotes')} />
    </section>
  );
}

/** A call before the previous one. It is shown because the rep has to choose between two versions of its notes, or to change them. */
export function EarlierCall({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data } = useDeskCall(reference, null);
  if (data === undefined) return null;
  const { call, customer } = data;
  return (
    <section className="previous" aria-label={t('desk.earlierCall')}>
      <PastCall
        call={call}
        customer={customer}
        endedAt={call.ended_at}
        heading={t('desk.earlierCall')}
        title={t('desk.earlierNotes')}
      />
    </section>
  );
}

function PastCall({ call, customer, endedAt, heading, title }: EndedCall & { heading: string; title: string }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { data } = useDeskCall(call.reference, customer?.customer_id ?? null);
  const shownCustomer = data?.customer ?? customer;
  const name = callerName({ call, customer: shownCustomer });
  const number = shownCustomer?.match === 'withheld' ? null : formatPhoneNumber(call.phone_number);
  return (
    <>
      <div className="previous-head">
        <h2>{heading}</h2>
        <p>
          {name}
          {number !== null && number !== name && ` · ${number}`}
        </p>
        <p className="muted">
          {endedAt === null
            ? t('desk.endedUnknown')
            : t('desk.endedAfter', {
                time: time(endedAt),
                duration: durationText(Date.parse(endedAt) - Date.parse(call.started_at)),
              })}
        </p>
      </div>
      <CallNotes key={call.reference} reference={call.reference} stored={data?.notes ?? null} title={title} />
    </>
  );
}
