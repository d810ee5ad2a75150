import type { CustomerStore } from '../../adapters/customer-store.ts';
import type { CallExportStore } from '../../adapters/reads/call-export-store.ts';
import type { CallStore } from '../../adapters/reads/call-store.ts';
import type { ChatStore } from '../../adapters/reads/chat-store.ts';
import type { EventLogStore } from '../../adapters/reads/event-log-store.ts';
import type { RefusedRequestStore } from '../../adapters/refused-request-store.ts';
import type { LeaseStore } from '../lease-store.ts';

/** What the reads of signed-in users read from. */
export interface ReadSources {
  chats: ChatStore;
  calls: CallStore;
  callExport: CallExportStore;
  events: Pick<EventLogStore, 'readPage' | 'readWay' | 'readUnresolvedAgents'>;
  refusedRequests: Pick<RefusedRequestStore, 'readPage' | 'find'>;
  customers: CustomerStore;
  leases: Pick<LeaseStore, 'presences'>;
}
