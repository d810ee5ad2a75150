// The cookie of the console. Over HTTPS its name has the prefix __Host-, so that neither another host nor plain HTTP can set it.

import { createHash, randomBytes } from 'node:crypto';
import { parse } from 'cookie';

export const sessionCookieNames = { http: 'callside_session', https: '__Host-callside_session' } as const;

/** 256 bits: base64url, 43 characters. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The token of a new session. Only its digest is stored. */
export function generateSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: SHA-256, 32 bytes. */
export function digestSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The session token in a Cookie header; null if there is none, or its text is not a token. Over HTTPS only the cookie with the
 * prefix counts.
 */
export function readSessionCookie(header: string | undefined, { isHttps }: { isHttps: boolean }): string | null {
  if (header === undefined) return null;
  const cookies = parse(header);
  const token = cookies[sessionCookieNames.https] ?? (isHttps ? undefined : cookies[sessionCookieNames.http]);
  return token !== undefined && tokenPattern.test(token) ? token : null;
}
