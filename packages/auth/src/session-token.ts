import { errors, jwtVerify, SignJWT } from 'jose';

export type SessionAudience = 'tab' | 'companion' | 'api';

export interface Session {
  userId: string;
  brandId: string;
}

export interface SessionTokenOrder extends Session {
  audience: SessionAudience;
  ttlSeconds: number;
  now: Date;
}

export interface SessionTokens {
  /** `expiresAt` is in whole seconds, as the token has it. */
  issue: (order: SessionTokenOrder) => Promise<{ token: string; expiresAt: Date }>;
  /** null for a token that is not ours, not for this audience or over. */
  verify: (token: string, audience: SessionAudience, now: Date) => Promise<Session | null>;
}

const issuer = 'callside';
const algorithm = 'HS256';
const leastSecretBytes = 32;

/** Signed tokens that say who somebody is to one kind of client. They are not stored and cannot be revoked. */
export function createSessionTokens({ secret }: { secret: string }): SessionTokens {
  const key = new TextEncoder().encode(secret);
  if (key.length < leastSecretBytes) throw new Error(`the session secret is shorter than ${leastSecretBytes} bytes`);

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
        .sign(key);
      return { token, expiresAt: new Date(expiry * 1000) };
    },

    verify: async (token, audience, now) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate: now,
          requiredClaims: ['exp', 'sub'],
        });
        const { aud, sub, brand_id: brandId } = payload;
        // jose also accepts a list that holds the audience; a token of ours has exactly one.
        if (aud !== audience || sub === undefined || typeof brandId !== 'string') return null;
        return { userId: sub, brandId };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
