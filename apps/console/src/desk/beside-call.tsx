// Loaded after the call is on screen.

import { memo } from 'react';
import { CallDetails, CustomerHistory } from './call-details.tsx';
import { type EndedCall, PreviousCall } from './previous-call.tsx';
import type { RepDesk } from './rep-desk-model.ts';
import { Transcript } from './transcript.tsx';
import { usePendingNotes } from './use-pending-notes.ts';

/** Below the live call: chosen metadata and notes. */
export const BelowCall = memo(function BelowCall({ desk: { call, customer } }: { desk: RepDesk }) {
  return call === null ? null : <CallDetails key={call.reference} call={call} customer={customer} />;
});

/** Below the card: the call before. */
export function AfterCall({ desk, previous }: { desk: RepDesk; previous: EndedCall | null }) {
  usePendingNotes(desk.link === 'live', [desk.call?.reference, previous?.call.reference]);
  return previous === null ? null : <PreviousCall key={previous.call.reference} {...previous} />;
}

/** In the column of recent events: what is said, and the customer's history. */
export function BesideCall({ desk: { call, customer, pieces, link } }: { desk: RepDesk }) {
  if (call === null) return null;
  return (
    <>
      <Transcript key={call.reference} reference={call.reference} pushed={pieces} link={link} />
      <CustomerHistory call={call} customer={customer} />
    </>
  );
}
