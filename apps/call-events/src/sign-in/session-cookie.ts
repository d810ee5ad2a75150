import { sessionCookieNames } from '@callside/auth';
import type { CookieOptions, Response } from 'express';

const attributes = (isHttps: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps,
  path: '/',
});

/** The cookie ends with the browser, or earlier with its session. */
export function setSessionCookie(response: Response, token: string, { isHttps }: { isHttps: boolean }): void {
  response.cookie(isHttps ? sessionCookieNames.https : sessionCookieNames.http, token, attributes(isHttps));
}

/** Removes the cookie of the scheme, and one that was set before the service had https. */
export function clearSessionCookie(response: Response, { isHttps }: { isHttps: boolean }): void {
  response.clearCookie(sessionCookieNames.http, attributes(isHttps));
  if (isHttps) response.clearCookie(sessionCookieNames.https, attributes(true));
}
