import type { CustomerDirectory } from '../../adapters/customer-directory.ts';
import type { CallExport } from '../../adapters/reads/call-export.ts';
import type { CallRepository } from '../../adapters/reads/call-repository.ts';
import type { ChatRepository } from '../../adapters/reads/chat-repository.ts';
import type { EventLog } from '../../adapters/reads/event-log.ts';
import type { RefusedRequests } from '../../adapters/refused-requests.ts';
import type { LeaseStore } from '../lease-store.ts';

/** What the reads of signed-in users read from. */
export interface ReadSources {
  chats: ChatRepository;
  calls: CallRepository;
  callExport: CallExport;
  events: EventLog;
  refusedRequests: Pick<RefusedRequests, 'readPage'>;
  customers: CustomerDirectory;
  leases: Pick<LeaseStore, 'presences'>;
}
