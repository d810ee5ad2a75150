import { refuseForeignWrite, requestUser, sessionCookieName, sessionToken } from '@callside/auth';
import { type BrandSettings, type SignedIn, signedInSchema } from '@callside/schemas';
import { methodNotAllowed } from '@callside/service-kit';
import { type CookieOptions, type Request, type RequestHandler, Router } from 'express';
import type { Brand } from '../../domain/brand.ts';
import { requestBrand } from '../brand-of-host.ts';
import { ofBrandInPath } from '../brand-segment.ts';

interface Dependencies {
  /** Accepts a bearer token of the audience `api`, or the cookie. */
  requireSession: RequestHandler;
  /** Accepts what the rep's page has: the same, or a bearer token of the audience `tab`. */
  requireDesk: RequestHandler;
  /** Accepts a bearer token only. */
  requireBearer: RequestHandler;
  /** Whether the service is public by https, even if requests arrive as http from a proxy. */
  isPublicByHttps: boolean;
}

/** The signed-in user, and the session cookie. It contains the token, and expires with it or with the browser session. */
export function createSignInRoutes({
  requireSession,
  requireDesk,
  requireBearer,
  isPublicByHttps,
}: Dependencies): Router {
  const router = Router();
  const attributes = (request: Request): CookieOptions => ({
    httpOnly: true,
    sameSite: 'strict',
    secure: isPublicByHttps || request.secure,
    path: '/',
  });

  router
    .route('/:brand/me')
    .all(ofBrandInPath)
    .get(requireSession, (request, response) => {
      response.json(signedInView(request));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/desk/me')
    .all(ofBrandInPath)
    .get(requireDesk, (request, response) => {
      response.json(signedInView(request));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/sign-in')
    .all(ofBrandInPath)
    .post(requireBearer, (request, response) => {
      response.cookie(sessionCookieName, sessionToken.of(request), attributes(request));
      response.json(signedInView(request));
    })
    .all(methodNotAllowed('POST'));

  router
    .route('/:brand/sign-out')
    .all(ofBrandInPath)
    // Sign-out also works without a valid session.
    .post((request, response) => {
      if (request.headers.cookie !== undefined) refuseForeignWrite(request);
      response.clearCookie(sessionCookieName, attributes(request));
      response.status(204).end();
    })
    .all(methodNotAllowed('POST'));
  return router;
}

function signedInView(request: Request): SignedIn {
  const { id, email, name, role } = requestUser.of(request);
  const brand = requestBrand.of(request);
  return signedInSchema.parse({ id, email, name, role, brand: brand.slug, brand_settings: brandSettingsView(brand) });
}

function brandSettingsView({ name, country, timeZone, currency, shownMetadata }: Brand): BrandSettings {
  return { name, country, time_zone: timeZone, currency, shown_metadata: [...shownMetadata] };
}
