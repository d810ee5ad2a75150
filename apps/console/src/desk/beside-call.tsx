// Loaded after the call is on screen.

import { memo, useState, useSyncExternalStore } from 'react';
import { CallDetails, CustomerHistory } from './call-details.tsx';
import { EarlierCall, type EndedCall, PreviousCall } from './previous-call.tsx';
import type { RepDesk } from './rep-desk-model.ts';
import { NoTranscript, Transcript } from './transcript.tsx';
import { useRepNotes, useSavedNotes } from './use-rep-notes.ts';

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
  useSavedNotes(link === 'live');
  const notes = useRepNotes();
  const unsettled = useSyncExternalStore(notes.subscribe, notes.unsettled);
  /** The ended call whose notes have the focus. It stays when another call ends. */
  const [inUse, setInUse] = useState<EndedCall | null>(null);
  const shown = new Map<string, EndedCall>();
  for (const one of [inUse, previous]) {
    if (one !== null && one.call.reference !== call?.reference) shown.set(one.call.reference, one);
  }
  return (
    <>
      {call === null ? (
        <NoTranscript />
      ) : (
        <Transcript key={call.reference} reference={call.reference} pushed={pieces} link={link} />
      )}
      {[...shown].map(([reference, one]) => (
        <PreviousCall
          key={reference}
          {...one}
          isKept={reference === inUse?.call.reference || unsettled.includes(reference)}
          onUse={(isInUse) => setInUse(isInUse ? one : null)}
        />
      ))}
      {unsettled
        .filter((reference) => reference !== call?.reference && !shown.has(reference))
        .map((reference) => (
          <EarlierCall key={reference} reference={reference} />
        ))}
      {call !== null && <CustomerHistory call={call} customer={customer} />}
    </>
  );
}
