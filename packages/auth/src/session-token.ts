import { createSigner, createVerifier, TokenError } from 'fast-jwt';

/** `recommender`: an owner's request that call-events forwards to the recommender. */
export type SessionAudience = 'tab' | 'companion' | 'api' | 'recommender';

export interface Session {
  userId: string;
  brandId: string;
}

export interface VerifiedSession extends Session {
  expiresAt: Date;
  /** The API key that it was issued to: the token ends with it. */
  keyId?: string;
}

export interface SessionTokenRequest extends Session {
  audience: SessionAudience;
  ttlSeconds: number;
  now: Date;
  keyId?: string;
}

export interface SessionTokens {
  /** `expiresAt` has whole seconds, as in the token. */
  issue: (request: SessionTokenRequest) => { token: string; expiresAt: Date };
  /** null for an invalid token, a token of another audience and an expired one. */
  verify: (token: string, audience: SessionAudience, now: Date) => VerifiedSession | null;
}

const issuer = 'callside';
const algorithm = 'HS256';
const leastSecretBytes = 32;

/**
 * Signed tokens that identify a user to one kind of client. They are not stored, and end early only with their user or key. The first secret signs.
 * Tokens of all secrets are verified, so that a secret can be replaced while its tokens are in use.
 */
export function createSessionTokens({ secrets }: { secrets: readonly string[] }): SessionTokens {
  const keys = secrets.map((secret) => Buffer.from(secret));
  if (keys.some(({ length }) => length < leastSecretBytes)) {
    throw new Error(`a session secret is shorter than ${leastSecretBytes} bytes`);
  }
  const [newest] = keys;
  if (newest === undefined) throw new Error('there is no session secret');
  const sign = createSigner({ key: newest, algorithm, iss: issuer });
  const verifiers = keys.map((key) =>
    createVerifier({
      key,
      algorithms: [algorithm],
      allowedIss: issuer,
      requiredClaims: ['iss', 'aud', 'sub', 'exp'],
      // Compared with the time that the caller passes.
      ignoreExpiration: true,
      ignoreNotBefore: true,
    }),
  );

  return {
    issue: ({ userId, brandId, audience, ttlSeconds, now, keyId }) => {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const expiry = issuedAt + ttlSeconds;
      const ofKey = keyId !== undefined && { key_id: keyId };
      const token = sign({ sub: userId, aud: audience, brand_id: brandId, ...ofKey, iat: issuedAt, exp: expiry });
      return { token, expiresAt: new Date(expiry * 1000) };
    },

    verify: (token, audience, now) => {
      for (const verifier of verifiers) {
        const claims = verified(verifier, token);
        if (claims === 'not signed with it') continue;
        return claims === null ? null : sessionIn(claims, audience, now);
      }
      return null;
    },
  };
}

type Claims = Record<string, unknown>;

function verified(verifier: (token: string) => Claims, token: string): Claims | null | 'not signed with it' {
  try {
    return verifier(token);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return error.code === TokenError.codes.invalidSignature ? 'not signed with it' : null;
  }
}

function sessionIn(claims: Claims, audience: SessionAudience, now: Date): VerifiedSession | null {
  const { aud, sub, exp, nbf, brand_id: brandId, key_id: keyId } = claims;
  // Callside tokens have exactly one audience; JWT also allows a list.
  if (aud !== audience || typeof sub !== 'string' || typeof brandId !== 'string') return null;
  if (typeof exp !== 'number' || exp * 1000 <= now.getTime()) return null;
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf * 1000 > now.getTime())) return null;
  if (keyId !== undefined && typeof keyId !== 'string') return null;
  return { userId: sub, brandId, expiresAt: new Date(exp * 1000), ...(keyId !== undefined && { keyId }) };
}
