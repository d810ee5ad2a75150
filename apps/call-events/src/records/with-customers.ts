import type { CustomerMatch } from '@callside/schemas';
import type { CallOnFile } from '../calls/index.ts';
import type { ReadSources } from './read-sources.ts';

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
