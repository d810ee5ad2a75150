// Loaded after the call is on screen.

import { memo } from 'react';
import { CallDetails, CustomerHistory } from './call-details.tsx';
import { type EndedCall, PreviousCall } from './previous-call.tsx';
import type { RepDesk } from './rep-desk-model.ts';
import { NoTranscript, Transcript } from './transcript.tsx';
import { usePendingNotes } from './use-pending-notes.ts';

/** Below the live call: chosen metadata and notes. */
export const BelowCall = memo(function BelowCall({ desk: { call, customer } }: { desk: RepDesk }) {
  return call === null ? null : <CallDetails key={call.reference} call={call} customer={customer} />;
});

interface BesideCallProps {
  desk: RepDesk;
  previous: EndedCall | null;
}

/**
 * The column beside the call: transcript, previous call and the customer's history. The transcript keeps its space also
 * without a call, so that the notes on the previous call do not move when the next call arrives.
 */
export function BesideCall({ desk: { call, customer, pieces, link }, previous }: BesideCallProps) {
  usePendingNotes(link === 'live', [call?.reference, previous?.call.reference]);
  return (
    <>
      {call === null ? (
        <NoTranscript />
      ) : (
        <Transcript key={call.reference} reference={call.reference} pushed={pieces} link={link} />
      )}
      {previous !== null && <PreviousCall key={previous.call.reference} {...previous} />}
      {call !== null && <CustomerHistory call={call} customer={customer} />}
    </>
  );
}
