import type { CallView, CustomerMatch } from '@callside/schemas';
import { useState } from 'react';
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

/** The previous call: shown for a minute after its end, or while the rep edits its notes. */
export function PreviousCall({ call, customer, endedAt }: EndedCall) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const now = useServerNow();
  const [isInUse, setInUse] = useState(false);
  const { data } = useDeskCall(call.reference, customer?.customer_id ?? null);
  if (!isInUse && endedAt !== null && now - Date.parse(endedAt) > shownForMs) return null;
  const shownCustomer = data?.customer ?? customer;
  const name = callerName({ call, customer: shownCustomer });
  const number = shownCustomer?.match === 'withheld' ? null : formatPhoneNumber(call.phone_number);
  return (
    <section
      className="previous"
      aria-label={t('desk.previousCall')}
      onFocus={() => setInUse(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setInUse(false);
      }}
    >
      <div className="previous-head">
        <h2>{t('desk.previousCall')}</h2>
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
      <CallNotes
        key={call.reference}
        reference={call.reference}
        stored={data?.notes ?? null}
        title={t('desk.previousNotes')}
      />
    </section>
  );
}
