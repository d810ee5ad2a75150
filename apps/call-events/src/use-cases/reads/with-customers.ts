import type { CustomerMatch } from '@callside/schemas';
import type { CallOnFile } from '../../domain/call-on-file.ts';
import type { CustomerClue } from '../../domain/customer-match.ts';

/** The customer match of each clue, in order. */
export type FindMatches = (clues: readonly CustomerClue[]) => Promise<CustomerMatch[]>;

/** Adds the customer of each call as stored now. */
export async function withCustomers<Item extends { call: CallOnFile }>(
  findMatches: FindMatches,
  brandId: string,
  items: readonly Item[],
): Promise<(Item & { customer: CustomerMatch })[]> {
  const clues = items.map(({ call: { phoneNumber, customerId } }) => ({ brandId, phoneNumber, customerId }));
  const matches = await findMatches(clues);
  return items.map((item, index) => {
    const customer = matches[index];
    if (customer === undefined) throw new Error('a customer was asked for, and not even nobody was answered');
    return { ...item, customer };
  });
}
