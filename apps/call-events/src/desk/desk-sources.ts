import type { CallNotesMessage } from '@callside/schemas';
import type { CustomerStore } from '../customers/index.ts';
import type { DeskStore } from './desk.store.ts';
import type { FollowUpStore } from './follow-ups.store.ts';

/** What the rep's page reads from and writes to. */
export interface DeskSources {
  desk: DeskStore;
  customers: CustomerStore;
  followUps: FollowUpStore;
  findCustomers: CustomerStore['search'];
  /** Called when the state that the rep's tabs show has changed. */
  onChanged: (userId: string) => void;
  /** Called when the rep picked the customer of the live call, or took it back. */
  onPicked: (brandId: string, reference: string) => void;
  /** Called after notes have been stored. */
  onNotes: (userId: string, notes: CallNotesMessage) => void;
  /** Card numbers were masked in a note that is stored. */
  countMasked: (masked: number) => void;
}
