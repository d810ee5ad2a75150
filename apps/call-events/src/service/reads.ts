import { requireSession, type SessionGuardOptions } from '@callside/auth';
import type { Database } from '@callside/database';
import type { Request } from 'express';
import { createApiKeyStore } from '../adapters/api-key-store.ts';
import { createCustomerStore } from '../adapters/customer-store.ts';
import { createCallExportStore } from '../adapters/reads/call-export-store.ts';
import { createCallStore } from '../adapters/reads/call-store.ts';
import { createChatStore } from '../adapters/reads/chat-store.ts';
import { createEventLogStore } from '../adapters/reads/event-log-store.ts';
import type { Environment } from '../env.ts';
import type { ReadsAndSettings } from '../http/brand.routes.ts';
import { requestBrand } from '../http/brand-of-host.ts';
import type { ReadSources } from '../use-cases/reads/read-sources.ts';

interface Dependencies extends Pick<ReadSources, 'refusedRequests' | 'leases'> {
  /** For reads of any size, separate from the pools of events and tabs; with the settings of `pagePlans`. */
  database: Database;
  guard: Omit<SessionGuardOptions, 'audience' | 'cookie' | 'brandIdOf'>;
  environment: Pick<Environment, 'KEY_PREFIX' | 'PUBLIC_URL'>;
}

/** The dependencies of the routes of signed-in users. */
export function createReadsAndSettings({ database, guard, environment, ...sources }: Dependencies): ReadsAndSettings {
  const { prisma, pool, query } = database;
  const session = { ...guard, audience: 'api', brandIdOf: (request: Request) => requestBrand.of(request).id } as const;
  return {
    requireSession: requireSession(session),
    requireBearer: requireSession({ ...session, cookie: 'not taken' }),
    isPublicByHttps: environment.PUBLIC_URL?.startsWith('https:') ?? false,
    reads: {
      chats: createChatStore({ prisma, query }),
      calls: createCallStore({ query }),
      callExport: createCallExportStore({ query }),
      events: createEventLogStore({ pool }),
      customers: createCustomerStore({ query }),
      ...sources,
    },
    ...createApiKeyStore({ prisma, keyPrefix: environment.KEY_PREFIX, now: guard.now }),
  };
}
