import { readSessionCookie, type SessionCookies, type SessionGuardOptions } from '@callside/auth';
import type { Request, RequestHandler } from 'express';
import { requestBrand } from '../brands/index.ts';

interface OwnerPagesDependencies extends SessionCookies, Pick<SessionGuardOptions, 'findActiveUser'> {
  /** Whether the brand has an identity provider. */
  hasProvider: (brandId: string) => Promise<boolean>;
}

/**
 * For the pages of owners: sends a browser without a session to the identity provider, and sets the status 403 for a signed-in
 * user who is not an owner. Without a provider the page asks for a token. After brandOfHost.
 */
export function guardOwnerPages({
  findSession,
  findActiveUser,
  isHttps,
  hasProvider,
}: OwnerPagesDependencies): RequestHandler {
  const findUser = async (request: Request) => {
    const token = readSessionCookie(request.headers.cookie, { isHttps: isHttps(request) });
    const session = token === null ? null : await findSession(token);
    if (session === null || session.brandId !== requestBrand.of(request).id) return null;
    return findActiveUser(session.userId, session.brandId);
  };

  return async (request, response, next) => {
    const user = await findUser(request);
    if (user === null && (await hasProvider(requestBrand.of(request).id))) {
      response.set('Cache-Control', 'no-store');
      return response.redirect(`/sign-in?return_to=${encodeURIComponent(request.originalUrl)}`);
    }
    if (user !== null && user.role !== 'owner') response.status(403);
    next();
  };
}
