import { requireSession, type SessionGuardOptions, type SessionTokens } from '@callside/auth';
import type { Database } from '@callside/database';
import type { Request } from 'express';
import { AgentStore } from '../adapters/agent-store.ts';
import { ApiKeyStore } from '../adapters/api-key-store.ts';
import { BrandSettingsStore } from '../adapters/brand-settings-store.ts';
import { CustomerStore } from '../adapters/customer-store.ts';
import { MerchandisingRuleStore } from '../adapters/merchandising-rule-store.ts';
import { PeopleStore } from '../adapters/people-store.ts';
import { CallExportStore } from '../adapters/reads/call-export-store.ts';
import { CallStore } from '../adapters/reads/call-store.ts';
import { ChatStore } from '../adapters/reads/chat-store.ts';
import { EventLogStore } from '../adapters/reads/event-log-store.ts';
import { ResultsStore } from '../adapters/reads/results-store.ts';
import { ShopStore } from '../adapters/reads/shop-store.ts';
import { RecommenderAdministration } from '../adapters/recommender-administration.ts';
import type { SessionStore } from '../adapters/session-store.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { Environment } from '../env.ts';
import type { ReadsAndSettings } from '../http/brand.routes.ts';
import { requestBrand } from '../http/brand-of-host.ts';
import { changePerson } from '../use-cases/change-person.ts';
import { listUnresolvedAgents } from '../use-cases/reads/list-unresolved-agents.ts';
import type { ReadSources } from '../use-cases/reads/read-sources.ts';
import type { CallEventRecorder } from '../use-cases/record-call-events.ts';
import { sendOwnerEvent } from '../use-cases/send-owner-event.ts';

interface Dependencies extends Pick<ReadSources, 'refusedRequests' | 'leases'> {
  /** For reads of any size, separate from the pools of events and tabs; with the settings of `pagePlans`. */
  database: Database;
  /** For sums over months. */
  sums: Pick<Database, 'query' | 'transaction'>;
  tokens: Pick<SessionTokens, 'issue'>;
  guard: Omit<SessionGuardOptions, 'audiences' | 'brandIdOf'>;
  /** Finds a user like the guard does, and activates an invited one. */
  signIn: SessionGuardOptions['findActiveUser'];
  sessions: SessionStore;
  environment: Pick<Environment, 'KEY_PREFIX' | 'TEST_CALLS'>;
  /** The address of the brand's recommender; null: it has none. */
  findRecommenderUrl: (brandId: string) => Promise<string | null>;
  recorder: CallEventRecorder;
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  desk: ReadsAndSettings['desk'];
}

/** What create-service.ts builds, because other parts use it too. */
type BuiltElsewhere =
  | 'offers'
  | 'isHttps'
  | 'requireEmbedKey'
  | 'findActiveUserByEmail'
  | 'issueToken'
  | 'now'
  | 'trusts';

/** The dependencies of the routes of signed-in users. */
export function createReadsAndSettings({
  database,
  sums,
  tokens,
  guard,
  signIn,
  sessions,
  environment,
  recorder,
  readSnapshot,
  desk,
  findRecommenderUrl,
  ...sources
}: Dependencies): Omit<ReadsAndSettings, BuiltElsewhere> {
  const people = new PeopleStore(database);
  const agents = new AgentStore(database);
  const events = new EventLogStore(database);
  const { now } = guard;
  const session: SessionGuardOptions = {
    ...guard,
    audiences: ['api'],
    brandIdOf: (request: Request) => requestBrand.of(request).id,
  };
  return {
    requireSession: requireSession(session),
    // The rep's page: the first login of an invited user activates them.
    requireDesk: requireSession({ ...session, audiences: ['api', 'tab'], findActiveUser: signIn }),
    requireBearer: requireSession({ ...session, cookie: null }),
    sessions,
    reads: {
      chats: new ChatStore(database),
      calls: new CallStore(database),
      callExport: new CallExportStore(database),
      events,
      customers: new CustomerStore(database),
      ...sources,
    },
    recommenderSources: {
      shop: new ShopStore(sums),
      findRecommender: async (brandId) => {
        const url = await findRecommenderUrl(brandId);
        return url === null ? null : new RecommenderAdministration({ url, tokens, now: guard.now });
      },
    },
    results: { results: new ResultsStore(sums), now: guard.now },
    keyPrefix: `${environment.KEY_PREFIX}_live_`,
    agents,
    testCallsAllowed: environment.TEST_CALLS,
    sendOwnerEvent: (ownerEvent) => sendOwnerEvent(ownerEvent, { agents, readSnapshot, recorder, now }),
    listUnresolvedAgents: (brandId) => listUnresolvedAgents(brandId, { events, agents, now }),
    desk,
    apiKeys: new ApiKeyStore({ prisma: database.prisma, keyPrefix: environment.KEY_PREFIX, now }),
    people,
    changePerson: (owner, id, change) => changePerson(people, owner, id, change),
    rules: new MerchandisingRuleStore(database),
    brandSettings: new BrandSettingsStore(database),
  };
}
