import { logFields, RequestValue, ServiceError } from '@callside/service-kit';
import { parse } from 'cookie';
import type { Request, RequestHandler } from 'express';
import { refuseForeignWrite } from './foreign-write.ts';
import type { Session, SessionAudience, SessionTokens } from './session-token.ts';

export interface SignedInUser {
  id: string;
  brandId: string;
  email: string;
  name: string;
  role: string;
}

/** Both are set by requireSession. */
export const requestUser = new RequestValue<SignedInUser>('user');
export const sessionToken = new RequestValue<string>('session token');

/** The cookie with a session token of the audience `api`. */
export const sessionCookieName = 'callside_session';

export interface SessionGuardOptions {
  tokens: Pick<SessionTokens, 'verify'>;
  /** The audiences of which a bearer token may be. The first is the one of the cookie's token. */
  audiences: readonly [SessionAudience, ...SessionAudience[]];
  /** The user, when they are active in that brand. */
  findActiveUser: (userId: string, brandId: string) => Promise<SignedInUser | null>;
  /** The brand that is served. */
  brandIdOf: (request: Request) => string;
  now: () => Date;
  /** Whether the session cookie is accepted like a bearer token. */
  cookie?: 'taken' | 'not taken';
  /** Awaited before a user passes; may throw the error to answer instead. */
  onSignedIn?: (user: SignedInUser) => Promise<void>;
}

/**
 * Passes requests with a session token of an active user of the brand that is served, as `Authorization: Bearer` or in the
 * session cookie. Every invalid token gets the same 401. 403 for a user of another brand, and for a
 * write with the cookie that may come from a foreign page.
 */
export function requireSession(options: SessionGuardOptions): RequestHandler {
  const { tokens, audiences, findActiveUser, brandIdOf, now, cookie = 'taken', onSignedIn } = options;
  const verifyAny = (token: string, accepted: readonly SessionAudience[]): Session | null => {
    for (const audience of accepted) {
      const session = tokens.verify(token, audience, now());
      if (session !== null) return session;
    }
    return null;
  };
  return async (request, response, next) => {
    const presented = bearerToken(request) ?? (cookie === 'taken' ? cookieToken(request) : undefined);
    const accepted = presented?.from === 'header' ? audiences : audiences.slice(0, 1);
    const session = presented === undefined ? null : verifyAny(presented.token, accepted);
    const user = session === null ? null : await findActiveUser(session.userId, session.brandId);
    if (presented === undefined || user === null) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      throw new ServiceError({ code: 'unauthorized', message: 'Session token is invalid or missing.' });
    }
    logFields.of(request).user_id = user.id;
    if (user.brandId !== brandIdOf(request)) {
      throw new ServiceError({ code: 'forbidden', message: 'This is not a brand of yours.' });
    }
    if (presented.from === 'cookie') refuseForeignWrite(request);
    await onSignedIn?.(user);
    requestUser.set(request, user);
    sessionToken.set(request, presented.token);
    next();
  };
}

/** Passes owners of the brand. Use it after requireSession. */
export const requireOwner: RequestHandler = (request, _response, next) => {
  if (requestUser.of(request).role === 'owner') return next();
  throw new ServiceError({ code: 'forbidden', message: 'Only owners of the brand may do this.' });
};

interface Presented {
  token: string;
  from: 'header' | 'cookie';
}

/** An Authorization header takes precedence over the cookie, even when it is invalid. */
function bearerToken({ headers }: Request): Presented | undefined {
  if (headers.authorization === undefined) return undefined;
  return { token: /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? '', from: 'header' };
}

function cookieToken({ headers }: Request): Presented | undefined {
  const token = parse(headers.cookie ?? '')[sessionCookieName];
  return token === undefined ? undefined : { token, from: 'cookie' };
}
