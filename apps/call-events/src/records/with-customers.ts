import type { CustomerMatch } from '@callside/schemas';
import type { CallOnFile, SessionOnFile } from '../calls/index.ts';
import type { ReadSources } from './read-sources.ts';
import { readLiveness, type SessionWithLiveness } from './session-liveness.ts';

export type Shown<Found> = Found & { session: SessionWithLiveness | null; customer: CustomerMatch };

/** Adds the customer of each call as stored now. */
export async function withCustomers<Item extends { call: CallOnFile }>(
  customers: ReadSources['customers'],
  brandId: string,
  items: readonly Item[],
): Promise<(Item & { customer: CustomerMatch })[]> {
  const matches = await customers.findMatches(items.map(({ call }) => ({ ...call, brandId })));
  return items.map((item, index) => {
    const customer = matches[index];
    if (customer === undefined) throw new Error('a call has no customer match');
    return { ...item, customer };
  });
}

/** The same for one call or chat that may not exist, with its session. */
export async function withSessionAndCustomer<Found extends { call: CallOnFile; session: SessionOnFile | null }>(
  { customers, leases }: Pick<ReadSources, 'customers' | 'leases'>,
  brandId: string,
  found: Found | null,
): Promise<Shown<Found> | null> {
  if (found === null) return null;
  const [session = null] = await readLiveness(leases, [found.session]);
  const [shown = null] = await withCustomers(customers, brandId, [{ ...found, session }]);
  return shown;
}
