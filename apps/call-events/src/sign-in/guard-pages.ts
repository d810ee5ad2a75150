import { readSessionCookie, type SessionCookies, type SessionGuardOptions } from '@callside/auth';
import type { UserRole } from '@callside/schemas';
import type { Request, RequestHandler } from 'express';
import { requestBrand } from '../brands/index.ts';

interface Dependencies extends SessionCookies, Pick<SessionGuardOptions, 'findActiveUser'> {
  /** Whether the brand has an identity provider. */
  hasProvider: (brandId: string) => Promise<boolean>;
}

/** Guards the pages of users with certain roles. */
export type GuardPages = (roles: readonly UserRole[]) => RequestHandler;

/**
 * For the pages of some roles: sends a browser without a session to the identity provider, and sets the status 403 for a signed-in
 * user with another role. Without a provider the page asks for a token. After brandOfHost.
 */
export function guardPages({ findSession, findActiveUser, isHttps, hasProvider }: Dependencies): GuardPages {
  const findUser = async (request: Request) => {
    const token = readSessionCookie(request.headers.cookie, { isHttps: isHttps(request) });
    const session = token === null ? null : await findSession(token);
    if (session === null || session.brandId !== requestBrand.of(request).id) return null;
    return findActiveUser(session.userId, session.brandId);
  };

  return (roles: readonly string[]) => async (request, response, next) => {
    const user = await findUser(request);
    if (user === null && (await hasProvider(requestBrand.of(request).id))) {
      response.set('Cache-Control', 'no-store');
      return response.redirect(`/sign-in?return_to=${encodeURIComponent(request.originalUrl)}`);
    }
    if (user !== null && !roles.includes(user.role)) response.status(403);
    next();
  };
}
