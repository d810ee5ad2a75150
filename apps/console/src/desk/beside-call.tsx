// Loaded after the call is on screen.

import { memo } from 'react';
import { CallDetails, CustomerHistory, Metadata } from './call-details.tsx';
import type { RepDesk } from './rep-desk-model.ts';
import { NoTranscript, Transcript } from './transcript.tsx';

export { NotesArea } from './notes-area.tsx';

/** In the part of the live call. */
export const InCall = memo(function InCall({ desk: { call, customer } }: { desk: RepDesk }) {
  return call === null ? null : <CallDetails key={call.reference} call={call} customer={customer} />;
});

/**
 * The column beside the call: transcript, chosen metadata and the customer's history. The transcript keeps its space also without a call,
 * so that nothing moves when the next call arrives.
 */
export function BesideCall({ desk: { call, customer, pieces, link } }: { desk: RepDesk }) {
  if (call === null) return <NoTranscript />;
  return (
    <>
      <Transcript key={call.reference} reference={call.reference} pushed={pieces} link={link} />
      <Metadata call={call} customer={customer} />
      <CustomerHistory call={call} customer={customer} />
    </>
  );
}
