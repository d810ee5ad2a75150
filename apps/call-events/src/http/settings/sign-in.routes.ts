import { refuseForeignWrite, type SignedInUser, sessionCookieName } from '@callside/auth';
import { type SignedIn, signedInSchema } from '@callside/schemas';
import { methodNotAllowed } from '@callside/service-kit';
import { type CookieOptions, type Request, type RequestHandler, Router } from 'express';
import { ofBrandInPath } from '../brand-segment.ts';

interface Dependencies {
  /** Accepts a bearer token or the cookie. */
  requireSession: RequestHandler;
  /** Accepts a bearer token only. */
  requireBearer: RequestHandler;
  /** Whether the service is public by https, even if requests arrive as http from a proxy. */
  isPublicByHttps: boolean;
}

/** The signed-in user, and the session cookie. It contains the token, and expires with it or with the browser session. */
export function createSignInRoutes({ requireSession, requireBearer, isPublicByHttps }: Dependencies): Router {
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
    .get(requireSession, (_request, response) => {
      response.json(signedInView(response.locals.user, response.locals.brand.slug));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/sign-in')
    .all(ofBrandInPath)
    .post(requireBearer, (request, response) => {
      const { user, brand, sessionToken } = response.locals;
      response.cookie(sessionCookieName, sessionToken, attributes(request));
      response.json(signedInView(user, brand.slug));
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

function signedInView({ id, email, name, role }: SignedInUser, brand: string): SignedIn {
  return signedInSchema.parse({ id, email, name, role, brand });
}
