import type { CallView, CustomerMatch } from '@callside/schemas';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { Copyable } from '../ui/copyable.tsx';
import { type Caller, customerCode } from './caller.ts';
import { CallerPanel } from './caller-panel.tsx';
import { formatPhoneNumber } from './phone-number.ts';
import type { RepDesk } from './rep-desk-model.ts';
import { durationText } from './time-text.ts';
import { useServerNow } from './use-desk-reads.ts';
import './call-card.css';

/** The live call with its customer, or a neutral note that there is none. */
export function CallCard({ desk, children }: { desk: RepDesk; children: ReactNode }) {
  const { t } = useTranslation();
  const { call, customer, version, recordingBy } = desk;
  if (version === null) return <p className="waiting">{t('desk.reading')}</p>;
  if (call === null) return <NoCall desk={desk} />;
  return (
    <LiveCall key={call.reference} call={call} customer={customer} isRecorded={recordingBy !== 'nobody'}>
      {children}
    </LiveCall>
  );
}

interface LiveCallProps {
  call: CallView;
  customer: CustomerMatch | null;
  isRecorded: boolean;
  children: ReactNode;
}

function LiveCall({ call, customer, isRecorded, children }: LiveCallProps) {
  const { t } = useTranslation();
  const { time } = useFormats();
  return (
    <section className="call" data-call={call.reference} data-hold={call.on_hold} aria-label={t('desk.currentCall')}>
      <div className="call-top">
        <h2 className="call-heading" tabIndex={-1}>
          {t('desk.onCall')}
        </h2>
        {call.on_hold && <p className="hold">{t('desk.onHold')}</p>}
        <Clock startedAt={call.started_at} />
        {!isRecorded && <p className="call-unrecorded">{t('desk.notRecorded')}</p>}
      </div>
      <CallerPanel call={call} customer={customer} />
      <div className="call-foot">
        <dl className="call-facts">
          <div>
            <dt>{t('desk.customerCode')}</dt>
            <dd>
              <CustomerCode call={call} customer={customer} />
            </dd>
          </div>
          {customer?.match === 'one' &&
            customer.phone_number !== null &&
            customer.phone_number !== call.phone_number && (
              <div>
                <dt>{t('desk.numberOnFile')}</dt>
                <dd>
                  <Copyable value={customer.phone_number} what={t('desk.numberOnFile')}>
                    {formatPhoneNumber(customer.phone_number)}
                  </Copyable>
                </dd>
              </div>
            )}
          <div>
            <dt>{t('desk.connectedAt')}</dt>
            <dd>
              <time dateTime={call.started_at}>{time(call.started_at)}</time>
            </dd>
          </div>
        </dl>
        <div className="call-more">{children}</div>
      </div>
    </section>
  );
}

function CustomerCode(caller: Caller) {
  const { t } = useTranslation();
  const known = customerCode(caller);
  if (known === null) return <span className="none">{t('desk.notSent')}</span>;
  return (
    <>
      <Copyable value={known.code} what={t('desk.customerCode')} />
      {!known.isOnFile && <span className="none">{t('desk.notOnFile')}</span>}
    </>
  );
}

function Clock({ startedAt }: { startedAt: string }) {
  const { t } = useTranslation();
  const now = useServerNow();
  return (
    <p className="clock" role="timer" aria-label={t('desk.timeOnCall')}>
      {durationText(now - Date.parse(startedAt))}
    </p>
  );
}

function NoCall({ desk: { link, lastMessageAt } }: { desk: RepDesk }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const isStale = link !== 'live' && lastMessageAt !== null;
  return (
    <section className="no-call" aria-label={t('desk.currentCall')}>
      <h2 tabIndex={-1}>{isStale ? t('desk.noCallAsOf', { time: time(lastMessageAt) }) : t('desk.noCall')}</h2>
      <p>{t(isStale ? 'desk.noNextCall' : 'desk.nextCall')}</p>
    </section>
  );
}
