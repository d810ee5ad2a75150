import { logFields, RequestValue, ServiceError } from '@callside/service-kit';
import type { Request, RequestHandler } from 'express';
import { refuseForeignWrite } from './foreign-write.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { Session, SessionAudience, SessionTokens } from './session-token.ts';

export interface SignedInUser {
  id: string;
  brandId: string;
  email: string;
  name: string;
  role: string;
  /** The name of their team; null: none. */
  team: string | null;
  /** As it was when they were looked up; absent: active. */
  status?: string;
}

/** A session of the console, as the service stores it. */
export interface StoredSession extends Session {
  id: string;
}

/** The session of a token in the cookie; null when there is none, or it has ended. */
export type FindSession = (token: string) => Promise<StoredSession | null>;

/** Set by requireSession. */
export const requestUser = new RequestValue<SignedInUser>('user');
/** Set by requireSession: the session of the cookie, or null with a bearer token. */
export const requestSession = new RequestValue<StoredSession | null>('session');

export interface SessionCookies {
  findSession: FindSession;
  /** Whether the browser uses HTTPS, as far as the service knows. */
  isHttps: (request: Request) => boolean;
}

export interface SessionGuardOptions {
  tokens: Pick<SessionTokens, 'verify'>;
  /** The audiences that a bearer token may have. */
  audiences: readonly [SessionAudience, ...SessionAudience[]];
  /** The roles that pass; absent: all. */
  roles?: readonly string[];
  /** How the session cookie is read; null: only bearer tokens are accepted. */
  cookie: SessionCookies | null;
  /** The user, when they are active in that brand. `keyId`: the key that the token was issued to, which must be usable. */
  findActiveUser: (userId: string, brandId: string, keyId?: string) => Promise<SignedInUser | null>;
  /** The same for a token of the audience `tab`; may find an invited user, too. Absent: as `findActiveUser`. */
  findTabUser?: SessionGuardOptions['findActiveUser'];
  /** The brand that is served. */
  brandIdOf: (request: Request) => string;
  now: () => Date;
  /** Awaited before a user passes, after all checks; may throw the error to answer instead. */
  onSignedIn?: (user: SignedInUser) => Promise<void>;
}

interface Granted {
  session: Session;
  keyId?: string | undefined;
  /** The rights of a rep at their own desk, whatever the role of the user. */
  isDeskOnly: boolean;
}

/**
 * Passes requests of an active user of the brand that is served: with a session token as `Authorization: Bearer`, or with the
 * session cookie. The user of a token of the audience `tab` passes as a rep, if their role passes. Everything invalid gets the same
 * 401. 403 for a user of another brand or role, and for a write with the cookie that may come from a foreign page.
 */
export function requireSession(options: SessionGuardOptions): RequestHandler {
  const { tokens, audiences, roles, cookie, findActiveUser, brandIdOf, now, onSignedIn } = options;
  const { findTabUser = findActiveUser } = options;
  const verifyBearer = (token: string): Granted | null => {
    for (const audience of audiences) {
      const session = tokens.verify(token, audience, now());
      if (session !== null) return { session, keyId: session.keyId, isDeskOnly: audience === 'tab' };
    }
    return null;
  };
  const findByCookie = async (request: Request): Promise<StoredSession | null> => {
    if (cookie === null) return null;
    const token = readSessionCookie(request.headers.cookie, { isHttps: cookie.isHttps(request) });
    return token === null ? null : cookie.findSession(token);
  };
  return async (request, response, next) => {
    const bearer = bearerToken(request);
    const stored = bearer === undefined ? await findByCookie(request) : null;
    const granted = bearer === undefined ? stored && { session: stored, isDeskOnly: false } : verifyBearer(bearer);
    const find = granted?.isDeskOnly ? findTabUser : findActiveUser;
    const found = granted && (await find(granted.session.userId, granted.session.brandId, granted.keyId));
    if (granted === null || found === null) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      throw new ServiceError({ code: 'unauthorized', message: 'Session token is invalid or missing.' });
    }
    // The one place that binds a tab's token, which the server of another system can get for any address, to the desk of its rep.
    const user = granted.isDeskOnly ? { ...found, role: 'rep' } : found;
    logFields.of(request).user_id = user.id;
    if (user.brandId !== brandIdOf(request)) {
      throw new ServiceError({ code: 'forbidden', message: 'This is not a brand of yours.' });
    }
    if (roles?.includes(found.role) === false) {
      throw new ServiceError({ code: 'forbidden', message: 'Your role does not allow this.' });
    }
    if (stored !== null) refuseForeignWrite(request, { isHttps: cookie?.isHttps(request) ?? false });
    await onSignedIn?.(user);
    requestUser.set(request, user);
    requestSession.set(request, stored);
    next();
  };
}

/** Passes owners of the brand. Use it after requireSession. */
export const requireOwner: RequestHandler = (request, _response, next) => {
  if (requestUser.of(request).role === 'owner') return next();
  throw new ServiceError({ code: 'forbidden', message: 'Only owners of the brand may do this.' });
};

/** An Authorization header takes precedence over the cookie, even when it is invalid: then the token is empty. */
function bearerToken({ headers }: Request): string | undefined {
  if (headers.authorization === undefined) return undefined;
  return /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? '';
}
