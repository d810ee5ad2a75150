import { isLoopbackHost } from '@callside/service-kit';
import * as openid from 'openid-client';
import type { SignInProvider } from './providers.store.ts';
import { completedClaims, lacksClaims, type ProviderClaims } from './rules/provider-identity.ts';

/** The random values of one sign-in. The browser keeps them until the provider sends it back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** `declined`: the provider or the person refused. `invalid`: the answer does not belong to this sign-in, or was used before. */
export type ProviderAnswer =
  | { kind: 'identified'; claims: ProviderClaims }
  | { kind: 'declined' }
  | { kind: 'invalid'; error: unknown };

/** In seconds. */
const timeout = 5;
/** The metadata of a provider is read again after this time. */
const metadataLifeMs = 3_600_000;

const unavailableErrors = ['server_error', 'temporarily_unavailable'];
/** Of the implicit and hybrid flows. The library reports them like a mistake of the provider. */
const tokenParameters = ['id_token', 'token'];
const invalidCodes = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
];

/**
 * Speaks OpenID Connect with identity providers: authorization code with PKCE, state and nonce. All methods reject when the
 * provider does not answer, or refuses this service.
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
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, callbackUrl, {
        pkceCodeVerifier: secrets.verifier,
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no ID token');
      if (!lacksClaims(claims) || configuration.serverMetadata().userinfo_endpoint === undefined) {
        return { kind: 'identified', claims };
      }
      const others = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { kind: 'identified', claims: completedClaims(claims, others) };
    } catch (error) {
      const answer = answerOf(error);
      if (answer === null) throw inWords(error);
      return answer;
    }
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

function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<openid.Configuration> {
  const server = new URL(issuer);
  const execute = [openid.enableNonRepudiationChecks];
  // Plain HTTP is allowed only to this machine.
  if (server.protocol === 'http:' && isLoopbackHost(server.hostname)) execute.push(openid.allowInsecureRequests);
  return openid.discovery(server, clientId, undefined, clientAuthentication(clientSecret), { execute, timeout });
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

/** An error that names what the operator must correct. The library's errors report only that the provider refused something. */
function inWords(error: unknown): unknown {
  const isClientRefused =
    error instanceof openid.WWWAuthenticateChallengeError ||
    (error instanceof openid.ResponseBodyError && error.error === 'invalid_client');
  if (isClientRefused) return new Error('the provider refuses the client id or the client secret', { cause: error });
  if (!(error instanceof openid.ResponseBodyError)) return error;
  return new Error(`the provider refuses the request: ${error.error}`, { cause: error });
}

/** Null: the provider is unavailable, or refuses this service. */
function answerOf(error: unknown): ProviderAnswer | null {
  if (error instanceof openid.AuthorizationResponseError) {
    return unavailableErrors.includes(error.error) ? null : { kind: 'declined' };
  }
  if (error instanceof openid.ResponseBodyError) {
    return error.error === 'invalid_grant' ? { kind: 'invalid', error } : null;
  }
  const code: unknown = Object(error).code;
  return typeof code === 'string' && invalidCodes.includes(code) ? { kind: 'invalid', error } : null;
}
