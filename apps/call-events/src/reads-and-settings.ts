import { requireSession, type SessionGuardOptions, type SessionTokens } from '@callside/auth';
import type { Database } from '@callside/database';
import type { Request } from 'express';
import type { ReadsAndSettings } from './brand.routes.ts';
import { AgentStore } from './brands/agents.store.ts';
import { ApiKeyStore } from './brands/api-keys.store.ts';
import { requestBrand } from './brands/brand-of-host.ts';
import { BrandSettingsStore } from './brands/brand-settings.store.ts';
import { changePerson } from './brands/change-person.ts';
import { listUnresolvedAgents } from './brands/list-unresolved-agents.ts';
import { PeopleStore } from './brands/people.store.ts';
import type { CallEventRecorder } from './calls/record-events.ts';
import type { RepSnapshot } from './calls/rules/rep-state.ts';
import { sendOwnerEvent } from './calls/send-owner-event.ts';
import { CustomerStore } from './customers/customers.store.ts';
import { MerchandisingRuleStore } from './offers/merchandising-rules.store.ts';
import { RecommenderAdministration } from './offers/recommender-administration.store.ts';
import { ShopStore } from './offers/shop.store.ts';
import { CallExportStore } from './records/call-export.store.ts';
import { CallStore } from './records/calls.store.ts';
import { ChatStore } from './records/chats.store.ts';
import { EventLogStore } from './records/events/event-log.store.ts';
import type { ReadSources } from './records/read-sources.ts';
import { ResultsStore } from './records/results/results.store.ts';
import type { Environment } from './settings.ts';
import type { SessionStore } from './sign-in/sessions.store.ts';

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
