import type { CustomerMatch } from '@callside/schemas';
import type { ReadSources } from './read-sources.ts';
import type { CallWithTimeline } from './rules/chat-on-file.ts';
import { readLiveness, type SessionWithLiveness } from './session-liveness.ts';
import { withCustomers } from './with-customers.ts';

export interface ShownCall extends Omit<CallWithTimeline, 'session'> {
  session: SessionWithLiveness | null;
  customer: CustomerMatch;
}

/** A call with its session, timeline and customer; null if the brand, or that team of it, has no such reference. */
export async function readCall(
  { calls, customers, leases }: Pick<ReadSources, 'calls' | 'customers' | 'leases'>,
  brandId: string,
  reference: string,
  team: string | null,
): Promise<ShownCall | null> {
  const found = await calls.findCall(brandId, reference, team);
  if (found === null) return null;
  const [session = null] = await readLiveness(leases, [found.session]);
  const [shown = null] = await withCustomers(customers, brandId, [{ ...found, session }]);
  return shown;
}
