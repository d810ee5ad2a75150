import type { ContinuedLine, CustomerMatch, DeskOrder, DeskPastCall } from '@callside/schemas';
import { sliceMembers } from '@callside/service-kit';
import type { CallOnFile } from '../calls/index.ts';
import { customerHistory } from '../customers/index.ts';
import { withCustomers } from '../records/index.ts';
import type { NotesOnFile } from './desk.store.ts';
import type { DeskSources } from './desk-sources.ts';
import type { FollowUpOnFile } from './follow-ups.store.ts';
import { type ShownField, shownFields } from './rules/shown-metadata.ts';

export interface DeskCallOnFile {
  call: CallOnFile;
  customer: CustomerMatch;
  metadata: ShownField[];
  orders: DeskOrder[];
  calls: DeskPastCall[];
  continues: ContinuedLine[];
  notes: NotesOnFile;
  followUp: FollowUpOnFile;
}

/** A rep's own call with its customer's history and its notes; null if the rep has no such call. */
export async function readDeskCall(
  { desk, customers, followUps }: Pick<DeskSources, 'desk' | 'customers' | 'followUps'>,
  rep: { id: string; brandId: string; shownMetadata: readonly string[] },
  reference: string,
): Promise<DeskCallOnFile | null> {
  const own = await desk.findOwnCall(rep.id, reference);
  if (own === null) return null;
  const [shown] = await withCustomers(customers, rep.brandId, [own]);
  if (shown === undefined) throw new Error('a call has no customer match');
  const { customer } = shown;
  const history = customerHistory(own.call, customer);
  const [metadata, orders, calls, continues, notes, followUp] = await Promise.all([
    rep.shownMetadata.length === 0 ? null : desk.readStartMetadata(own.id),
    customer.match === 'one' ? desk.readOrders(rep.brandId, customer) : [],
    desk.readCustomerCalls(rep.brandId, own.id, history),
    desk.readContinuedLines(rep.brandId, own.id, history),
    desk.readNotes(own.id),
    followUps.read(own.id),
  ]);
  const sent = sliceMembers(metadata ?? '{}', rep.shownMetadata);
  const shownMetadata = shownFields(rep.shownMetadata, sent);
  return { call: own.call, customer, metadata: shownMetadata, orders, calls, continues, notes, followUp };
}
