import type { CallView, CustomerMatch } from '@callside/schemas';
import { Copyable } from '../ui/copyable.tsx';
import { type Caller, callerName, customerCode } from './caller.ts';
import { CallerPanel } from './caller-panel.tsx';
import { formatPhoneNumber } from './phone-number.ts';
import type { PastCall, RepDesk } from './rep-desk-model.ts';
import { ageText, durationText, timeOfDay } from './time-text.ts';
import { useNow } from './use-now.ts';
import './call-card.css';

/** The live call with its customer, or a neutral note that there is none. */
export function CallCard({ desk }: { desk: RepDesk }) {
  const { call, customer, version } = desk;
  if (version === null) return <p className="waiting">Reading your current call…</p>;
  return call === null ? <NoCall desk={desk} /> : <LiveCall key={call.reference} call={call} customer={customer} />;
}

function LiveCall({ call, customer }: { call: CallView; customer: CustomerMatch | null }) {
  return (
    <section className="call" data-hold={call.on_hold} aria-labelledby="call-heading">
      <div className="call-top">
        <h2 id="call-heading" className="call-heading">
          On a call
        </h2>
        {call.on_hold && <p className="hold">On hold</p>}
        <Clock startedAt={call.started_at} />
      </div>
      <CallerPanel call={call} customer={customer} />
      <dl className="facts">
        <div>
          <dt>Customer code</dt>
          <dd>
            <CustomerCode call={call} customer={customer} />
          </dd>
        </div>
        {customer?.match === 'one' && customer.phone_number !== null && customer.phone_number !== call.phone_number && (
          <div>
            <dt>Number on file</dt>
            <dd>
              <Copyable value={customer.phone_number} what="number on file">
                {formatPhoneNumber(customer.phone_number)}
              </Copyable>
            </dd>
          </div>
        )}
        <div>
          <dt>Connected at</dt>
          <dd>
            <time dateTime={call.started_at}>{timeOfDay(call.started_at)}</time>
          </dd>
        </div>
        <div>
          <dt>Hold</dt>
          <dd>{call.on_hold ? 'Customer is on hold' : 'Not on hold'}</dd>
        </div>
      </dl>
    </section>
  );
}

function CustomerCode(caller: Caller) {
  const known = customerCode(caller);
  if (known === null) return <span className="none">not sent</span>;
  return (
    <>
      <Copyable value={known.code} what="customer code" />
      {!known.isOnFile && <span className="none">not on file</span>}
    </>
  );
}

function Clock({ startedAt }: { startedAt: string }) {
  const now = useNow();
  return (
    <p className="clock" role="timer" aria-label="Time on this call">
      {durationText(now - Date.parse(startedAt))}
    </p>
  );
}

function NoCall({ desk: { lastCall, link, lastMessageAt } }: { desk: RepDesk }) {
  const isStale = link !== 'live' && lastMessageAt !== null;
  return (
    <section className="no-call" aria-labelledby="call-heading">
      <h2 id="call-heading">{isStale ? `No call as of ${timeOfDay(lastMessageAt)}` : 'No call right now'}</h2>
      <p>
        {isStale
          ? 'A new one cannot reach this page until it is connected again.'
          : 'The next one appears here the moment it connects.'}
      </p>
      {lastCall !== null && <LastCall {...lastCall} />}
    </section>
  );
}

function LastCall({ call, customer, endedAt }: PastCall) {
  const now = useNow();
  const name = callerName({ call, customer });
  const number = formatPhoneNumber(call.phone_number);
  const known = customerCode({ call, customer });
  return (
    <div className="last-call">
      <h3>Last call</h3>
      {name !== number && <p className="last-caller">{name}</p>}
      <p>
        <Copyable value={call.phone_number} what="number of the last call">
          {number}
        </Copyable>
      </p>
      {known !== null && (
        <p>
          Customer code <Copyable value={known.code} what="customer code of the last call" />
        </p>
      )}
      {endedAt !== null && (
        <p className="muted">
          Ended at <time dateTime={endedAt}>{timeOfDay(endedAt)}</time>, {ageText(now - Date.parse(endedAt))}, after{' '}
          {durationText(Date.parse(endedAt) - Date.parse(call.started_at))}
        </p>
      )}
    </div>
  );
}
