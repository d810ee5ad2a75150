// Loaded after the call is on screen.

import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CallDetails, CustomerHistory, Metadata } from './call-details.tsx';
import { ContinuedCall } from './continued-call.tsx';
import { FollowUps } from './follow-ups.tsx';
import type { RepDesk } from './rep-desk-model.ts';
import { Transcript } from './transcript.tsx';

export { NotesArea } from './notes-area.tsx';

/** In the part of the live call. */
export const InCall = memo(function InCall({ desk: { call, customer } }: { desk: RepDesk }) {
  return call === null ? null : <CallDetails key={call.reference} call={call} customer={customer} />;
});

/**
 * Beside the offers: the transcript, and the customer's orders and calls with the chosen metadata. Both keep their space also without a
 * call, so that nothing moves when the next call arrives.
 */
export function BesideCall({ desk: { call, customer, pieces, link } }: { desk: RepDesk }) {
  const { t } = useTranslation();
  return (
    <>
      <section className="transcript" aria-labelledby="transcript-heading">
        <h2 id="transcript-heading">{t('desk.transcript')}</h2>
        {call === null ? (
          <p className="muted">{t('desk.transcriptOfCall')}</p>
        ) : (
          <Transcript key={call.reference} reference={call.reference} pushed={pieces} link={link} />
        )}
      </section>
      {/* A part that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <section className="beside-history" aria-label={t('desk.aboutCustomer')} tabIndex={0}>
        {call !== null && <ContinuedCall key={call.reference} call={call} customer={customer} />}
        <FollowUps />
        {call !== null && (
          <>
            <Metadata call={call} customer={customer} />
            <CustomerHistory call={call} customer={customer} />
          </>
        )}
      </section>
    </>
  );
}
