import { sessionCookieNames } from '@callside/auth';
import type { CookieOptions, Response } from 'express';

const attributes = (isHttps: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps,
  path: '/',
});

/** The cookie ends with the browser, or earlier with its session. One of an earlier sign-in over another scheme would be read first. */
export function setSessionCookie(response: Response, token: string, { isHttps }: { isHttps: boolean }): void {
  response.cookie(nameFor(isHttps), token, attributes(isHttps));
  response.clearCookie(nameFor(!isHttps), attributes(!isHttps));
}

function nameFor(isHttps: boolean): string {
  return isHttps ? sessionCookieNames.https : sessionCookieNames.http;
}

/** Removes the cookies of both schemes: what the service knows of the scheme may have changed since the sign-in. */
export function clearSessionCookie(response: Response): void {
  response.clearCookie(sessionCookieNames.http, attributes(false));
  response.clearCookie(sessionCookieNames.https, attributes(true));
}
