import { readSessionCookie, refuseForeignPage, requestSession, requestUser } from '@callside/auth';
import { type BrandSettings, type SignedIn, signedInSchema } from '@callside/schemas';
import { methodNotAllowed, toServiceError } from '@callside/service-kit';
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { type Brand, ofBrandInPath, requestBrand } from '../brands/index.ts';
import type { RefusedSignInStore } from './refused-sign-ins.store.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import type { SessionEnd, SessionStore } from './sessions.store.ts';

interface Dependencies {
  /** Accepts a bearer token of the audience `api`, or the cookie. */
  requireSession: RequestHandler;
  /** Accepts what the rep's page has: the same, or a bearer token of the audience `tab`. */
  requireDesk: RequestHandler;
  /** Accepts a bearer token only. */
  requireBearer: RequestHandler;
  sessions: Pick<SessionStore, 'open' | 'renew' | 'end'>;
  refusedSignIns: Pick<RefusedSignInStore, 'append'>;
  /** Whether the browser uses HTTPS, as far as the service knows. */
  isHttps: (request: Request) => boolean;
}

/** The signed-in user, and sign-in and sign-out of a browser that has a token of the audience `api`. */
export function createSignInRoutes({
  requireSession,
  requireDesk,
  requireBearer,
  sessions,
  refusedSignIns,
  isHttps,
}: Dependencies): Router {
  const router = Router();
  const endPresented = async (request: Request, by: SessionEnd['by']) => {
    const token = readSessionCookie(request.headers.cookie, { isHttps: isHttps(request) });
    if (token !== null) await sessions.end(token, { origin: request.ip ?? null, by });
  };
  const signIn: RequestHandler = async (request, response) => {
    const { id: userId, brandId } = requestUser.of(request);
    await endPresented(request, 'sign-in');
    const { token } = await sessions.open({ userId, brandId, origin: request.ip ?? null, by: 'token' });
    setSessionCookie(response, token, { isHttps: isHttps(request) });
    response.json(signedInView(request));
  };
  const noteRefused: ErrorRequestHandler = async (error, request, _response, next) => {
    if (['unauthorized', 'forbidden'].includes(toServiceError(error).code)) {
      const { id: brandId } = requestBrand.of(request);
      await refusedSignIns.append({ brandId, origin: request.ip ?? null, email: null, reason: 'token' });
    }
    next(error);
  };

  router
    .route('/:brand/me')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const session = requestSession.of(request);
      if (session !== null) await sessions.renew(session.id);
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
    .post(requireBearer, signIn, noteRefused)
    .all(methodNotAllowed('POST'));

  router
    .route('/:brand/sign-out')
    .all(ofBrandInPath)
    // Sign-out also works without a valid session.
    .post(async (request, response) => {
      // Also without a cookie: a form of a foreign page sends none, and the answer would remove it.
      refuseForeignPage(request, { isHttps: isHttps(request) });
      await endPresented(request, 'sign-out');
      clearSessionCookie(response);
      response.status(204).end();
    })
    .all(methodNotAllowed('POST'));
  return router;
}

function signedInView(request: Request): SignedIn {
  const { id, email, name, role, team } = requestUser.of(request);
  const brand = requestBrand.of(request);
  const settings = brandSettingsView(brand);
  return signedInSchema.parse({ id, email, name, role, team, brand: brand.slug, brand_settings: settings });
}

function brandSettingsView({ name, country, timeZone, currency, shownMetadata, hasOffers }: Brand): BrandSettings {
  return { name, country, time_zone: timeZone, currency, shown_metadata: [...shownMetadata], offers: hasOffers };
}
