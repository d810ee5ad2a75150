import type { CustomerMatch, DeskOrder } from '@callside/schemas';
import { sliceMembers } from '@callside/service-kit';
import type { CallOnFile } from '../calls/index.ts';
import { customerHistory } from '../customers/index.ts';
import { withCustomers } from '../records/index.ts';
import type { NotesOnFile, PastCall } from './desk.store.ts';
import type { DeskSources } from './desk-sources.ts';
import { type ShownField, shownFields } from './rules/shown-metadata.ts';

export interface DeskCallOnFile {
  call: CallOnFile;
  customer: CustomerMatch;
  metadata: ShownField[];
  orders: DeskOrder[];
  calls: PastCall[];
  notes: NotesOnFile;
}

/** A rep's own call with its customer's history and its notes; null if the rep has no such call. */
export async function readDeskCall(
  { desk, customers }: Pick<DeskSources, 'desk' | 'customers'>,
  rep: { id: string; brandId: string; shownMetadata: readonly string[] },
  reference: string,
): Promise<DeskCallOnFile | null> {
  const own = await desk.findOwnCall(rep.id, reference);
  if (own === null) return null;
  const [shown] = await withCustomers(customers, rep.brandId, [own]);
  if (shown === undefined) throw new Error('a call has no customer match');
  const { customer } = shown;
  const history = customerHistory(own.call, customer);
  const [metadata, orders, calls, notes] = await Promise.all([
    rep.shownMetadata.length === 0 ? null : desk.readStartMetadata(own.id),
    customer.match === 'one' ? desk.readOrders(rep.brandId, customer) : [],
    desk.readCustomerCalls(rep.brandId, own.id, history),
    desk.readNotes(own.id),
  ]);
  const sent = sliceMembers(metadata ?? '{}', rep.shownMetadata);
  return { call: own.call, customer, metadata: shownFields(rep.shownMetadata, sent), orders, calls, notes };
}
