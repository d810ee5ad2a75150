import type { CustomerMatch, DeskEvent } from '@callside/schemas';
import type { CallOnFile } from '../calls/index.ts';
import { withCustomers } from '../records/index.ts';
import type { DeskSources } from './desk-sources.ts';

export interface DeskOnFile {
  now: Date;
  events: DeskEvent[];
  previousCall: { call: CallOnFile; customer: CustomerMatch } | null;
}

/** A rep's recent events and last ended call, with the database's clock. */
export async function readDesk(
  { desk, customers }: Pick<DeskSources, 'desk' | 'customers'>,
  rep: { id: string; brandId: string },
): Promise<DeskOnFile> {
  const [{ now, events }, previous] = await Promise.all([desk.readRecentEvents(rep.id), desk.findPreviousCall(rep.id)]);
  const [previousCall = null] =
    previous === null ? [] : await withCustomers(customers, rep.brandId, [{ call: previous.call }]);
  return { now, events, previousCall };
}
