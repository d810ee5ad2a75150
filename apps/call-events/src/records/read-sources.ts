import type { CustomerStore } from '../customers/index.ts';
import type { LeaseStore } from '../transcription/index.ts';
import type { CallStore } from './call-detail.store.ts';
import type { ChatStore } from './chats/chats.store.ts';
import type { EventLogStore } from './events/event-log.store.ts';
import type { RefusedRequestStore } from './events/refused-requests.store.ts';
import type { CallExportStore } from './exports/call-export.store.ts';

/** What the reads of signed-in users read from. */
export interface ReadSources {
  chats: ChatStore;
  calls: CallStore;
  callExport: CallExportStore;
  events: Pick<EventLogStore, 'findWithPart' | 'readPage' | 'readWay' | 'readUnresolvedAgents'>;
  refusedRequests: Pick<RefusedRequestStore, 'readPage' | 'find'>;
  customers: CustomerStore;
  leases: Pick<LeaseStore, 'presences'>;
}
