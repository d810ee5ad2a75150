import { createSecretBox } from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import type { Logger } from '@callside/service-kit';
import { deploymentProvider, type Environment } from '../settings.ts';
import { IdentityProviders } from './identity-providers.store.ts';
import { SignInProviderStore } from './providers.store.ts';
import type { SessionStore } from './sessions.store.ts';
import { SignInWithProvider } from './sign-in-with-provider.ts';
import type { UserStore } from './users.store.ts';

interface Dependencies {
  environment: Environment;
  prisma: PrismaClient;
  users: UserStore;
  sessions: SessionStore;
  logger: Logger;
}

/** Sign-in at identity providers. */
export function createSignIn({ environment, prisma, users, sessions, logger }: Dependencies) {
  const { SESSION_SECRET, SECRETS_KEY = SESSION_SECRET } = environment;
  const providers = new SignInProviderStore({
    prisma,
    box: createSecretBox({ secrets: SECRETS_KEY }),
    fallback: deploymentProvider(environment),
  });
  return {
    hasProvider: (brandId: string) => providers.has(brandId),
    signInWithProvider: new SignInWithProvider({
      providers,
      identityProviders: new IdentityProviders({ now: () => performance.now() }),
      users,
      sessions,
      box: createSecretBox({ secrets: SESSION_SECRET, purpose: 'callside sign-in attempts' }),
      now: () => Date.now(),
      logger,
    }),
  };
}
