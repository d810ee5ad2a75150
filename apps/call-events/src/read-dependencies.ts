import { requireSession, type SessionGuardOptions } from '@callside/auth';
import { type Pool, queryThrough } from '@callside/database';
import { createApiKeySettings } from './adapters/api-key-settings.ts';
import { createCustomerDirectory } from './adapters/customer-directory.ts';
import { createCallExport } from './adapters/reads/call-export.ts';
import { createCallRepository } from './adapters/reads/call-repository.ts';
import { createChatRepository } from './adapters/reads/chat-repository.ts';
import { createEventLog } from './adapters/reads/event-log.ts';
import type { createRefusedRequests } from './adapters/refused-requests.ts';
import type { Environment } from './env.ts';
import type { ReadsAndSettings } from './http/brand.routes.ts';
import type { LeaseStore } from './use-cases/lease-store.ts';
import { createExportCalls } from './use-cases/reads/export-calls.ts';
import { createListChats } from './use-cases/reads/list-chats.ts';
import { createReadCall } from './use-cases/reads/read-call.ts';
import { createReadChat } from './use-cases/reads/read-chat.ts';
import { createReadEventLog } from './use-cases/reads/read-event-log.ts';
import { createSeeSessions } from './use-cases/reads/session-liveness.ts';

interface Dependencies {
  /** For reads of any size, separate from the pools of events and tabs; with the settings of `pagePlans`. */
  pool: Pool;
  guard: Omit<SessionGuardOptions, 'audience' | 'cookie'>;
  presences: LeaseStore['presences'];
  readRefused: ReturnType<typeof createRefusedRequests>['readPage'];
  environment: Pick<Environment, 'KEY_PREFIX' | 'PUBLIC_URL'>;
}

/** The dependencies of the routes of signed-in users. */
export function createReadsAndSettings({
  pool,
  guard,
  presences,
  readRefused,
  environment,
}: Dependencies): ReadsAndSettings {
  const query = queryThrough(pool);
  const chats = createChatRepository({ query });
  const { findCall } = createCallRepository({ query });
  const { findMatches } = createCustomerDirectory({ query });
  const seeSessions = createSeeSessions({ presences });
  return {
    requireSession: requireSession({ ...guard, audience: 'api' }),
    requireBearer: requireSession({ ...guard, audience: 'api', cookie: 'not taken' }),
    isPublicByHttps: environment.PUBLIC_URL?.startsWith('https:') ?? false,
    listChats: createListChats({ readPage: chats.readPage, findMatches }),
    readChat: createReadChat({ findChat: chats.findChat, findMatches, seeSessions }),
    readTranscript: chats.findTranscript,
    readCall: createReadCall({ findCall, findMatches, seeSessions }),
    exportCalls: createExportCalls({ ...createCallExport({ query }), seeSessions }),
    readEventLog: createReadEventLog({ readEvents: createEventLog({ pool }).readPage, readRefused }),
    ...createApiKeySettings({ pool, keyPrefix: environment.KEY_PREFIX, now: guard.now }),
  };
}
