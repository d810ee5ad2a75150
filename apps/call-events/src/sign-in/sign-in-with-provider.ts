import type { SecretBox } from '@callside/auth';
import type { Logger } from '@callside/service-kit';
import type { IdentityProviders, ProviderAnswer, SignInSecrets } from './identity-providers.store.ts';
import type { SignInProviderStore } from './providers.store.ts';
import type { RefusedSignInStore } from './refused-sign-ins.store.ts';
import { type FailedPart, ProviderFailure } from './rules/provider-failure.ts';
import { providerIdentity } from './rules/provider-identity.ts';
import { landingPath } from './rules/return-path.ts';
import type { SessionStore } from './sessions.store.ts';
import type { UserStore } from './users.store.ts';

interface Dependencies {
  providers: Pick<SignInProviderStore, 'find'>;
  identityProviders: Pick<IdentityProviders, 'newSecrets' | 'authorizationUrl' | 'redeem'>;
  users: Pick<UserStore, 'signInByEmail' | 'isNameless'>;
  sessions: Pick<SessionStore, 'open'>;
  refusedSignIns: Pick<RefusedSignInStore, 'append'>;
  /** Seals what the browser keeps during a sign-in, so that any instance can complete it. */
  box: SecretBox;
  now: () => number;
  logger: Logger;
}

/** What the browser keeps, sealed, until the provider sends it back. */
interface Attempt extends SignInSecrets {
  brandId: string;
  redirectUri: string;
  returnTo: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The request with which a browser comes back from the provider. */
export interface SentByProvider {
  /** What the browser kept; null: nothing. */
  sealed: string | null;
  /** The query that the provider sent the browser with. */
  search: string;
  /** The network address of the browser. */
  origin: string | null;
}

/** Why nobody can sign in now. `detail`: what was seen. */
export interface Unavailable {
  kind: 'unavailable';
  part: FailedPart | 'service';
  detail: string;
}

export type BegunSignIn =
  | { kind: 'no provider' }
  | Unavailable
  | { kind: 'at the provider'; url: string; state: string; sealed: string };

export type CompletedSignIn =
  | { kind: 'signed in'; token: string; redirectUri: string; landing: string }
  | { kind: 'unknown' | 'deactivated'; email: string }
  | { kind: 'other account' | 'owner not bound'; email: string; subject: string }
  | { kind: 'unverified'; email: string | null; missingClaim: 'email' | 'email_verified' | null }
  | { kind: 'declined' | 'invalid'; returnTo: string | null }
  | (Unavailable & { returnTo: string | null });

type Identified = Extract<ProviderAnswer, { kind: 'identified' }> & { trustsEmail: boolean };
type Redeemed = Identified | Exclude<ProviderAnswer, { kind: 'identified' }>;

/** How long a person may stay at the provider. */
export const attemptLifeSeconds = 600;

export class SignInWithProvider {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** `returnTo`: a path of this origin; null: the browser asked for none. */
  async begin(brandId: string, { redirectUri, returnTo }: { redirectUri: string; returnTo: string | null }) {
    const { identityProviders, box, now } = this.#dependencies;
    return this.#whileAvailable<BegunSignIn>(async () => {
      const provider = await this.#dependencies.providers.find(brandId);
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

  /** Opens a session, or puts into the audit log why not. */
  async complete(brandId: string, sent: SentByProvider): Promise<CompletedSignIn> {
    const completed = await this.#complete(brandId, sent);
    if (completed.kind !== 'signed in') {
      const email = 'email' in completed ? completed.email : null;
      const reason = completed.kind.replaceAll(' ', '_');
      await this.#dependencies.refusedSignIns.append({
        ...{ brandId, origin: sent.origin, email, reason },
        ...('subject' in completed && { claimed: { subject: completed.subject } }),
      });
    }
    return completed;
  }

  async #complete(brandId: string, { sealed, search, origin }: SentByProvider): Promise<CompletedSignIn> {
    const attempt = this.#openAttempt(brandId, sealed);
    if (attempt === null) return { kind: 'invalid', returnTo: null };
    const { redirectUri, returnTo } = attempt;
    const answer = await this.#whileAvailable<Redeemed>(async () => {
      const provider = await this.#dependencies.providers.find(brandId);
      if (provider === null)
        return { kind: 'invalid', error: new Error('the brand has no identity provider any more') };
      const callbackUrl = new URL(search, redirectUri);
      const redeemed = await this.#dependencies.identityProviders.redeem(provider, callbackUrl, attempt);
      return { ...redeemed, trustsEmail: provider.trustsEmail };
    });
    if (answer.kind === 'unavailable') return { ...answer, returnTo };
    if (answer.kind === 'invalid') {
      this.#dependencies.logger.warn({ err: answer.error }, 'an answer of an identity provider was refused');
      return { kind: 'invalid', returnTo };
    }
    if (answer.kind === 'declined') return { kind: 'declined', returnTo };
    const admitted = await this.#admit(brandId, answer, origin);
    if (admitted.kind !== 'signed in') return admitted;
    const session = { userId: admitted.userId, brandId, origin, by: 'identity provider' } as const;
    const { token } = await this.#dependencies.sessions.open(session);
    return { kind: 'signed in', token, redirectUri, landing: landingPath(returnTo, admitted.role) };
  }

  async #admit(brandId: string, { claims, readUserinfo, trustsEmail }: Identified, origin: string | null) {
    const { users, logger } = this.#dependencies;
    const { email, address, account, name } = providerIdentity(claims);
    const isVerified = address === 'verified';
    const isTrusted = trustsEmail && address === 'unsaid' && account !== null;
    if (email === null || (!isVerified && !isTrusted)) {
      const missingClaim = email === null ? 'email' : address === 'unsaid' ? 'email_verified' : null;
      logger.warn({ missing_claim: missingClaim }, 'a sign-in was refused: the provider has not verified the address');
      return { kind: 'unverified' as const, email, missingClaim } as const;
    }
    const user = await users.signInByEmail({
      brandId,
      email,
      name: name ?? (await this.#nameFromUserinfo(brandId, email, readUserinfo)),
      account: trustsEmail ? account : null,
      isVerified,
      origin,
    });
    if (user.kind === 'other account' || user.kind === 'owner not bound') {
      logger.warn({ account }, `a sign-in was refused: ${user.kind}; callside user bind binds a user to an account`);
      return { kind: user.kind, email, subject: account?.subject ?? '' };
    }
    return user.kind === 'signed in' ? user : { kind: user.kind, email };
  }

  /** Asked for only if the user has no name. Without an answer they keep their address as name. */
  async #nameFromUserinfo(brandId: string, email: string, readUserinfo: Identified['readUserinfo']) {
    if (!(await this.#dependencies.users.isNameless(brandId, email))) return null;
    try {
      return providerIdentity(await readUserinfo()).name;
    } catch (error) {
      this.#dependencies.logger.warn({ err: error }, 'the name of an invited user could not be read');
      return null;
    }
  }

  /** Null: not sealed by this deployment, of another brand, or too old. */
  #openAttempt(brandId: string, sealed: string | null): Attempt | null {
    const { box, now } = this.#dependencies;
    const text = sealed === null ? null : box.open(sealed);
    if (text === null) return null;
    const attempt: Attempt = JSON.parse(text);
    return attempt.brandId === brandId && attempt.expiresAt > now() ? attempt : null;
  }

  /** A provider at which nobody can sign in is a state of its own and no error of a request. */
  async #whileAvailable<Result>(work: () => Promise<Result>): Promise<Result | Unavailable> {
    try {
      return await work();
    } catch (error) {
      this.#dependencies.logger.error({ err: error }, 'sign-in at an identity provider is not possible');
      const { part, detail } = error instanceof ProviderFailure ? error : { part: 'service' as const, detail: '' };
      return { kind: 'unavailable', part, detail };
    }
  }
}
