// Sign-in: who uses the pages, the reads and the sockets.

import { createSecretBox, createSessionTokens, requireSession, type SessionGuardOptions } from '@callside/auth';
import { queryThrough } from '@callside/database';
import { type UserRole, userRoles } from '@callside/schemas';
import { addressToCount, type Logger } from '@callside/service-kit';
import { type Request, Router } from 'express';
import { type ApiKeys, type FindBrand, requestBrand, type Schemes } from '../brands/index.ts';
import type { Pools } from '../pools.ts';
import type { RateLimits } from '../rate-limits.ts';
import { deploymentProvider, type Environment } from '../settings.ts';
import { createEmbedTokensRoutes } from './embed-tokens.routes.ts';
import { guardPages } from './guard-pages.ts';
import { IdentityProviders } from './identity-providers.store.ts';
import { SignInProviderStore } from './providers.store.ts';
import { RefusedSignInStore } from './refused-sign-ins.store.ts';
import { createSignInRoutes } from './routes.ts';
import { SessionStore } from './sessions.store.ts';
import { createSignInPagesRoutes } from './sign-in-pages.routes.ts';
import { SignInWithProvider } from './sign-in-with-provider.ts';
import { type Entering, UserStore } from './users.store.ts';

interface Dependencies {
  environment: Environment;
  pools: Pools;
  limits: RateLimits;
  brands: { find: FindBrand; keys: Pick<ApiKeys, 'requireForEmbedding'> };
  schemes: Schemes;
  logger: Logger;
}

export function createSignIn({ environment, pools, limits, brands, schemes, logger }: Dependencies) {
  const { SESSION_SECRET, SECRETS_KEY = SESSION_SECRET } = environment;
  const query = queryThrough(pools.snapshots);
  const now = () => new Date();
  const tokens = createSessionTokens({ secrets: SESSION_SECRET });
  const sessions = new SessionStore({ query });
  const users = new UserStore({ query, isKeyUsable: async (id) => (await sessions.whichAreOpen([id])).has(id) });
  const findSession: SessionStore['find'] = (token) => sessions.find(token);
  const findActiveUser: UserStore['findActiveUser'] = (...named) => users.findActiveUser(...named);
  const findDeskUser: UserStore['findDeskUser'] = (...named) => users.findDeskUser(...named);
  /** After all checks: a sign-in that is refused activates nobody. */
  const enter = (limit: { take: (id: string) => Promise<void> }) => async (user: Entering) => {
    await limit.take(user.id);
    await users.activate(user);
  };

  const session: Omit<SessionGuardOptions, 'roles'> = {
    tokens,
    now,
    audiences: ['api'],
    brandIdOf: (request: Request) => requestBrand.of(request).id,
    cookie: { findSession, isHttps: schemes.isHttps },
    findActiveUser,
    onSignedIn: enter(limits.reads),
  };
  const allow = (roles: readonly UserRole[]) => requireSession({ ...session, roles });
  const guards = {
    /** Accepts a bearer token of the audience `api`, or the cookie, of a rep or an owner. */
    requireSession: allow(['rep', 'owner']),
    /** The same, and leads, who read what is of their team. */
    requireReader: allow(['rep', 'lead', 'owner']),
    requireLead: allow(['lead', 'owner']),
    /** For the audit log and for evidence. */
    requireAuditor: allow(['auditor', 'owner']),
    /** Accepts what the rep's page has. The first login of an invited user with a token for it activates them. */
    requireDesk: requireSession({
      ...session,
      roles: rolesWithDesk,
      audiences: ['api', 'tab'],
      findTabUser: findDeskUser,
    }),
  };
  const handshake = {
    tokens,
    now,
    findBrand: brands.find,
    onAccepted: enter(limits.handshakes),
  };
  const providers = new SignInProviderStore({
    prisma: pools.pages.prisma,
    box: createSecretBox({ secrets: SECRETS_KEY }),
    fallback: deploymentProvider(environment),
  });
  const hasProvider = (brandId: string) => providers.has(brandId);

  const refusedSignIns = new RefusedSignInStore({ prisma: pools.pages.prisma, limits, logger });

  const routes = Router();
  routes.use(
    createEmbedTokensRoutes({
      requireEmbedKey: brands.keys.requireForEmbedding,
      findActiveUserByEmail: (brandId, email) => users.findActiveUserByEmail(brandId, email),
      issueToken: tokens.issue,
      prisma: pools.pages.prisma,
      keyPrefix: environment.KEY_PREFIX,
      limits,
      now,
    }),
  );
  routes.use(
    createSignInRoutes({
      requireSession: allow(userRoles),
      requireDesk: guards.requireDesk,
      requireBearer: requireSession({ ...session, roles: userRoles, cookie: null }),
      sessions,
      refusedSignIns,
      isHttps: schemes.isHttps,
    }),
  );

  return {
    guards,
    /** For the handshakes of sockets. */
    authentication: {
      tab: {
        ...handshake,
        audience: 'tab' as const,
        findActiveUser: withDesk(findDeskUser),
        cookies: { findSession, isHttps: schemes.isHandshakeHttps },
      },
      companion: { ...handshake, audience: 'companion' as const, findActiveUser: withDesk(findActiveUser) },
    },
    tokens,
    sessions,
    hasProvider,
    guardPages: guardPages({ findSession, findActiveUser, isHttps: schemes.isHttps, hasProvider }),
    routes,
    pages: createSignInPagesRoutes({
      signInWithProvider: new SignInWithProvider({
        providers,
        identityProviders: new IdentityProviders({ now: () => performance.now() }),
        users,
        sessions,
        refusedSignIns,
        box: createSecretBox({ secrets: SESSION_SECRET, purpose: 'callside sign-in attempts' }),
        now: () => Date.now(),
        logger,
      }),
      sessions,
      countSignIn: (request) => limits.signIns.take(`${requestBrand.of(request).id} ${addressToCount(request.ip)}`),
      schemeOf: schemes.ofPages,
      isHttps: schemes.isHttps,
    }),
  };
}

/** Whoever the dialler may call has a desk; auditors do not. */
const rolesWithDesk = ['rep', 'lead', 'owner'] as const satisfies UserRole[];

/** For sockets: a user without a desk is refused like an unknown one. */
function withDesk(find: SessionGuardOptions['findActiveUser']): SessionGuardOptions['findActiveUser'] {
  return async (...named) => {
    const user = await find(...named);
    return user !== null && (rolesWithDesk as readonly string[]).includes(user.role) ? user : null;
  };
}

export type { GuardPages } from './guard-pages.ts';
export type { SessionStore } from './sessions.store.ts';
