import { refuseForeignWrite, requestUser, sessionCookieName, sessionToken } from '@callside/auth';
import { type SignedIn, signedInSchema } from '@callside/schemas';
import { methodNotAllowed } from '@callside/service-kit';
import { type CookieOptions, type Request, type RequestHandler, Router } from 'express';
import { requestBrand } from '../brand-of-host.ts';
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
    .get(requireSession, (request, response) => {
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
  return signedInSchema.parse({ id, email, name, role, brand: requestBrand.of(request).slug });
}
