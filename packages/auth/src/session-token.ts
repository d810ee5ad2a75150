import { webcrypto } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

export type SessionAudience = 'tab' | 'companion' | 'api';

export interface Session {
  userId: string;
  brandId: string;
}

export interface VerifiedSession extends Session {
  expiresAt: Date;
}

export interface SessionTokenOrder extends Session {
  audience: SessionAudience;
  ttlSeconds: number;
  now: Date;
}

export interface SessionTokens {
  /** `expiresAt` has whole seconds, as in the token. */
  issue: (order: SessionTokenOrder) => Promise<{ token: string; expiresAt: Date }>;
  /** null for an invalid token, a token of another audience and an expired one. */
  verify: (token: string, audience: SessionAudience, now: Date) => Promise<VerifiedSession | null>;
}

const issuer = 'callside';
const algorithm = 'HS256';
const hmac = { name: 'HMAC', hash: 'SHA-256' };
const leastSecretBytes = 32;
const { subtle } = webcrypto;

/**
 * Signed tokens that identify a user to one kind of client. They are not stored and cannot be revoked. The first secret signs.
 * Tokens of all secrets are verified, so that a secret can be replaced while its tokens are in use.
 */
export function createSessionTokens({ secrets }: { secrets: readonly string[] }): SessionTokens {
  const bytes = secrets.map((secret) => new TextEncoder().encode(secret));
  if (bytes.some(({ length }) => length < leastSecretBytes)) {
    throw new Error(`a session secret is shorter than ${leastSecretBytes} bytes`);
  }
  // Imported once: jose would import the bytes again for each token, a third of the time that a token takes.
  const keys = bytes.map((secret) => subtle.importKey('raw', secret, hmac, false, ['sign', 'verify']));
  const [newest] = keys;
  if (newest === undefined) throw new Error('there is no session secret');

  return {
    issue: async ({ userId, brandId, audience, ttlSeconds, now }) => {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const expiry = issuedAt + ttlSeconds;
      const token = await new SignJWT({ brand_id: brandId })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiry)
        .sign(await newest);
      return { token, expiresAt: new Date(expiry * 1000) };
    },

    verify: async (token, audience, now) => {
      for (const key of keys) {
        const session = await verifyWith(await key, token, audience, now);
        if (session !== 'not signed with it') return session;
      }
      return null;
    },
  };
}

async function verifyWith(
  key: webcrypto.CryptoKey,
  token: string,
  audience: SessionAudience,
  now: Date,
): Promise<VerifiedSession | null | 'not signed with it'> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
    });
    const { aud, sub, exp, brand_id: brandId } = payload;
    // jose also accepts a list that contains the audience; Callside tokens have exactly one audience.
    if (aud !== audience || sub === undefined || exp === undefined || typeof brandId !== 'string') return null;
    return { userId: sub, brandId, expiresAt: new Date(exp * 1000) };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return 'not signed with it';
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
