import type { CustomerMatch } from '@callside/schemas';
import { withoutCode } from '../customers/index.ts';
import type { DeskSources } from './desk-sources.ts';

/**
 * Stores which of several customers with the same number the rep is talking to, and shows them in all tabs of the rep. null takes
 * the choice back, and an empty text is the customer without a code. Only customers with the number of the call can be picked.
 */
export async function pickCustomer(
  { desk, customers, onChanged, onPicked }: DeskSources,
  rep: { id: string; brandId: string },
  reference: string,
  code: string | null,
): Promise<CustomerMatch | 'unknown call' | 'not with this number'> {
  const own = await desk.findOwnCall(rep.id, reference);
  if (own === null) return 'unknown call';
  const { phoneNumber, customerId } = own.call;
  const [customer] = await customers.findMatches([
    { brandId: rep.brandId, phoneNumber, customerId, pickedCustomerId: code },
  ]);
  if (customer === undefined) throw new Error('a call has no customer match');
  const { match, customer_id, phone_number } = customer;
  const isOfThisNumber = match === 'one' && (customer_id ?? withoutCode) === code && phone_number === phoneNumber;
  if (code !== null && !isOfThisNumber) return 'not with this number';
  const isLive = await desk.pickCustomer(own.id, rep.id, code, customer);
  if (isLive) {
    onPicked(rep.brandId, reference);
    onChanged(rep.id);
  }
  return customer;
}
