import type { SecretBox } from '@callside/auth';
import type { Logger } from '@callside/service-kit';
import type { IdentityProviders, ProviderAnswer, SignInSecrets } from './identity-providers.store.ts';
import type { SignInProvider, SignInProviderStore } from './providers.store.ts';
import { providerIdentity } from './rules/provider-identity.ts';
import type { SessionStore } from './sessions.store.ts';
import type { UserStore } from './users.store.ts';

interface Dependencies {
  providers: Pick<SignInProviderStore, 'find'>;
  identityProviders: Pick<IdentityProviders, 'newSecrets' | 'authorizationUrl' | 'redeem'>;
  users: Pick<UserStore, 'signInByEmail'>;
  sessions: Pick<SessionStore, 'open'>;
  /** Seals what the browser keeps during a sign-in, so that any instance can complete it. */
  box: SecretBox;
  now: () => number;
  logger: Logger;
}

/** What the browser keeps, sealed, until the provider sends it back. */
interface Attempt extends SignInSecrets {
  brandId: string;
  redirectUri: string;
  returnTo: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export type BegunSignIn =
  | { kind: 'no provider' }
  | { kind: 'unavailable' }
  | { kind: 'at the provider'; url: string; state: string; sealed: string };

export type CompletedSignIn =
  | { kind: 'signed in'; token: string; redirectUri: string; returnTo: string }
  | { kind: 'unknown' | 'deactivated'; email: string }
  | { kind: 'unverified'; email: string | null }
  | { kind: 'declined' | 'invalid' | 'unavailable'; returnTo: string };

/** How long a person may stay at the provider. */
export const attemptLifeSeconds = 600;

export class SignInWithProvider {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** `returnTo`: a path of this origin. */
  async begin(brandId: string, { redirectUri, returnTo }: { redirectUri: string; returnTo: string }) {
    const { identityProviders, box, now } = this.#dependencies;
    return this.#whileAvailable<BegunSignIn>({ kind: 'unavailable' }, async () => {
      const provider = await this.#providerOf(brandId);
      if (provider === null) return { kind: 'no provider' };
      const secrets = identityProviders.newSecrets();
      const url = await identityProviders.authorizationUrl(provider, redirectUri, secrets);
      const attempt: Attempt = {
        ...secrets,
        brandId,
        redirectUri,
        returnTo,
        expiresAt: now() + attemptLifeSeconds * 1_000,
      };
      return { kind: 'at the provider', url, state: secrets.state, sealed: box.seal(JSON.stringify(attempt)) };
    });
  }

  /** `sealed`: what the browser kept; null: nothing. `search`: the query that the provider sent the browser with. */
  async complete(
    brandId: string,
    { sealed, search }: { sealed: string | null; search: string },
  ): Promise<CompletedSignIn> {
    const attempt = this.#openAttempt(brandId, sealed);
    if (attempt === null) return { kind: 'invalid', returnTo: '/' };
    const { redirectUri, returnTo } = attempt;
    const answer = await this.#whileAvailable<ProviderAnswer | null>(null, async () => {
      const provider = await this.#providerOf(brandId);
      const callbackUrl = new URL(search, redirectUri);
      return provider === null ? null : this.#dependencies.identityProviders.redeem(provider, callbackUrl, attempt);
    });
    if (answer === null) return { kind: 'unavailable', returnTo };
    if (answer.kind === 'invalid') {
      this.#dependencies.logger.warn({ err: answer.error }, 'an answer of an identity provider was refused');
      return { kind: 'invalid', returnTo };
    }
    if (answer.kind === 'declined') return { kind: 'declined', returnTo };
    const { email, isVerified, name } = providerIdentity(answer.claims);
    if (email === null || !isVerified) return { kind: 'unverified', email };
    const user = await this.#dependencies.users.signInByEmail({ brandId, email, name });
    if (user.kind !== 'signed in') return { kind: user.kind, email };
    const { token } = await this.#dependencies.sessions.open({ userId: user.userId, brandId });
    return { kind: 'signed in', token, redirectUri, returnTo };
  }

  /** Null: not sealed by this deployment, of another brand, or too old. */
  #openAttempt(brandId: string, sealed: string | null): Attempt | null {
    const { box, now } = this.#dependencies;
    const text = sealed === null ? null : box.open(sealed);
    if (text === null) return null;
    const attempt: Attempt = JSON.parse(text);
    return attempt.brandId === brandId && attempt.expiresAt > now() ? attempt : null;
  }

  #providerOf(brandId: string): Promise<SignInProvider | null> {
    return this.#dependencies.providers.find(brandId);
  }

  /** A provider that does not answer, or refuses this service, is a state of its own and no error of a request. */
  async #whileAvailable<Result>(otherwise: Result, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.#dependencies.logger.error({ err: error }, 'an identity provider is unavailable or refuses this service');
      return otherwise;
    }
  }
}
