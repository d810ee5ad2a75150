import { isLoopbackHost } from '@callside/service-kit';
import * as openid from 'openid-client';
import type { SignInProvider } from './providers.store.ts';
import { failedPart, failureDetail, type LibraryError, ProviderFailure, type Step } from './rules/provider-failure.ts';
import { completedClaims, lacksClaims, type ProviderClaims } from './rules/provider-identity.ts';

/** The random values of one sign-in. The browser keeps them until the provider sends it back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * `declined`: the provider or the person refused. `invalid`: the answer does not belong to this sign-in, or was used before.
 * `readUserinfo`: all claims, with those of the userinfo endpoint.
 */
export type ProviderAnswer =
  | { kind: 'identified'; claims: ProviderClaims; readUserinfo: () => Promise<ProviderClaims> }
  | { kind: 'declined' }
  | { kind: 'invalid'; error: unknown };

/** In seconds. */
const timeout = 5;
/** The metadata of a provider is read again after this time. */
const metadataLifeMs = 3_600_000;

const unavailableErrors = ['server_error', 'temporarily_unavailable'];
/** Of the implicit and hybrid flows. The library reports them like a mistake of the provider. */
const tokenParameters = ['id_token', 'token'];

/**
 * Speaks OpenID Connect with identity providers: authorization code with PKCE, state and nonce. All methods reject with a
 * ProviderFailure when nobody can sign in at the provider.
 */
export class IdentityProviders {
  readonly #now: () => number;
  readonly #known = new Map<string, { configuration: Promise<openid.Configuration>; readAt: number }>();

  constructor({ now }: { now: () => number }) {
    this.#now = now;
  }

  newSecrets(): SignInSecrets {
    return { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() };
  }

  /** The page of the provider at which the person signs in. */
  async authorizationUrl(provider: SignInProvider, redirectUri: string, secrets: SignInSecrets): Promise<string> {
    const configuration = await this.#configurationOf(provider);
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Redeems the code in the address that the provider sent the browser to. */
  async redeem(provider: SignInProvider, callbackUrl: URL, secrets: SignInSecrets): Promise<ProviderAnswer> {
    if (tokenParameters.some((name) => callbackUrl.searchParams.has(name))) {
      return { kind: 'invalid', error: new Error('the address has a token of another flow than the one with a code') };
    }
    const configuration = await this.#configurationOf(provider);
    let tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;
    try {
      tokens = await openid.authorizationCodeGrant(configuration, callbackUrl, {
        pkceCodeVerifier: secrets.verifier,
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        idTokenExpected: true,
      });
    } catch (error) {
      if (error instanceof openid.AuthorizationResponseError && !unavailableErrors.includes(error.error)) {
        return { kind: 'declined' };
      }
      const failure = failureOf('code', error);
      if (failure !== null) throw failure;
      return { kind: 'invalid', error };
    }
    const claims = tokens.claims();
    if (claims === undefined) throw new ProviderFailure('token', 'it is missing');
    const readUserinfo = async () => {
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
      try {
        return completedClaims(claims, await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      } catch (error) {
        throw failureOf('userinfo', error);
      }
    };
    return { kind: 'identified', claims: await requiredClaims(provider, claims, readUserinfo), readUserinfo };
  }

  #configurationOf(provider: SignInProvider): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = provider;
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    const known = this.#known.get(key);
    if (known !== undefined && this.#now() - known.readAt < metadataLifeMs) return known.configuration;
    const configuration = discover(provider);
    this.#known.set(key, { configuration, readAt: this.#now() });
    // The next sign-in tries again. The rejection itself is handled by the caller.
    configuration.catch(() => this.#known.delete(key));
    return configuration;
  }
}

/** Where an operator trusts the addresses of a provider, userinfo can only deny what the ID token leaves open. */
async function requiredClaims(
  { trustsEmail }: SignInProvider,
  claims: ProviderClaims,
  readUserinfo: () => Promise<ProviderClaims>,
): Promise<ProviderClaims> {
  if (!lacksClaims(claims)) return claims;
  try {
    return await readUserinfo();
  } catch (error) {
    if (trustsEmail && typeof claims.email === 'string') return claims;
    throw error;
  }
}

async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<openid.Configuration> {
  const server = new URL(issuer);
  const execute = [openid.enableNonRepudiationChecks];
  // Plain HTTP is allowed only to this machine.
  if (server.protocol === 'http:' && isLoopbackHost(server.hostname)) execute.push(openid.allowInsecureRequests);
  try {
    return await openid.discovery(server, clientId, undefined, clientAuthentication(clientSecret), {
      execute,
      timeout,
    });
  } catch (error) {
    throw failureOf('metadata', error);
  }
}

/** The standard requires Basic if a provider lists no method. */
function clientAuthentication(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const use = methods.includes('client_secret_basic') || !methods.includes('client_secret_post') ? basic : post;
    return use(server, ...rest);
  };
}

/** Null: the answer does not belong to this sign-in, or was used before. */
function failureOf(step: Step, error: unknown): ProviderFailure | null {
  const causes: Record<string, unknown>[] = [];
  for (let cause = error; cause && typeof cause === 'object' && causes.length < 5; cause = Object(cause).cause) {
    causes.push(cause as Record<string, unknown>);
  }
  const described: LibraryError = { code: Object(error).code, error: Object(error).error, causes };
  const part = failedPart(step, described);
  return part === null ? null : new ProviderFailure(part, failureDetail(described), error);
}
