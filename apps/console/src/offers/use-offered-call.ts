import type { CallView, CustomerMatch } from '@callside/schemas';
import type { RepDesk } from '../desk/rep-desk-model.ts';
import { useIsBefore } from '../desk/use-desk-reads.ts';

/** A sale can still be recorded for this time after the call. */
const keptAfterCallMs = 60_000;

/** The live call, or the previous call for a minute after its end. */
export function useOfferedCall({
  call,
  customer,
  lastCall,
}: RepDesk): { call: CallView; customer: CustomerMatch | null } | null {
  const endedAt = lastCall?.endedAt ?? null;
  const isKept = useIsBefore(endedAt === null ? null : Date.parse(endedAt) + keptAfterCallMs);
  if (call !== null) return { call, customer };
  return isKept ? lastCall : null;
}
