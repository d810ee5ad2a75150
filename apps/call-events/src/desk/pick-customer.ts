import type { CustomerChoice, CustomerMatch } from '@callside/schemas';
import { withoutCode } from '../customers/index.ts';
import type { CustomerPick } from './desk.store.ts';
import type { DeskSources } from './desk-sources.ts';

/**
 * Stores which customer of the brand the rep is talking to, and shows them in all tabs of the rep: one of several with the number of the
 * call, or one whom the rep found. A choice of null takes it back.
 */
export async function pickCustomer(
  { desk, customers, onChanged, onPicked }: DeskSources,
  rep: { id: string; brandId: string },
  reference: string,
  choice: CustomerChoice,
): Promise<CustomerMatch | 'unknown call' | 'unknown customer'> {
  const own = await desk.findOwnCall(rep.id, reference);
  if (own === null) return 'unknown call';
  const { phoneNumber, customerId } = own.call;
  const pick = pickOf(choice, phoneNumber);
  const [customer] = await customers.findMatches([{ brandId: rep.brandId, phoneNumber, customerId, ...pick }]);
  if (customer === undefined) throw new Error('a call has no customer match');
  if (pick.pickedCustomerId !== null && !isThePicked(customer, pick)) return 'unknown customer';
  const isLive = await desk.pickCustomer(own.id, rep.id, pick, customer);
  if (isLive) {
    onPicked(rep.brandId, reference);
    onChanged(rep.id);
  }
  return customer;
}

function pickOf({ customer_id, phone_number }: CustomerChoice, numberOfCall: string): CustomerPick {
  const pickedPhoneNumber = customer_id === withoutCode ? (phone_number ?? numberOfCall) : null;
  return { pickedCustomerId: customer_id, pickedPhoneNumber };
}

/** A code or number that the brand does not have leaves the match of the call itself. */
function isThePicked(
  { match, customer_id, phone_number }: CustomerMatch,
  { pickedCustomerId, pickedPhoneNumber }: CustomerPick,
): boolean {
  if (match !== 'one' || (customer_id ?? withoutCode) !== pickedCustomerId) return false;
  return customer_id !== null || phone_number === pickedPhoneNumber;
}
