import type { CustomerStore } from '../../adapters/customer-store.ts';
import type { DeskStore } from '../../adapters/desk-store.ts';
import type { RepStateStore } from '../../adapters/rep-state-store.ts';
import type { Announcement } from '../../views/messages.ts';

/** What the rep's page reads from and writes to. */
export interface DeskSources {
  desk: DeskStore;
  customers: CustomerStore;
  repStates: Pick<RepStateStore, 'readSnapshot'>;
  relay: (announcement: Announcement) => number;
  /** Called when the rep picked the customer of the live call, or took it back. */
  onPicked: (brandId: string, reference: string) => void;
}
