import type { IncomingHttpHeaders } from 'node:http';
import { readSessionCookie } from './session-cookie.ts';
import type { FindSession } from './session-guard.ts';
import type { SessionAudience, SessionTokens } from './session-token.ts';

/** The part of a Socket.IO handshake that the guard reads. */
export interface SocketHandshake {
  auth: { [name: string]: unknown };
  headers: IncomingHttpHeaders;
  /** The address of the peer, which may be a proxy. */
  address: string;
}

/** The part of a Socket.IO socket that the guard reads and writes. */
export interface GuardedSocket<User> {
  handshake: SocketHandshake;
  data: { user?: User; tokenExpiresAt?: Date; grantId?: string | undefined };
}

/** How sockets authenticate with the session cookie. */
export interface SocketCookies {
  findSession: FindSession;
  /** Whether the browser uses HTTPS, as far as the service knows. */
  isHttps: (handshake: SocketHandshake) => boolean;
}

export interface SocketGuardDependencies<User> {
  tokens: Pick<SessionTokens, 'verify'>;
  audience: SessionAudience;
  /** For sockets without a token; absent: they are refused. */
  cookies?: SocketCookies;
  /** The brand of the host that the socket was opened to. */
  findBrand: (handshake: SocketHandshake) => Promise<{ id: string } | null>;
  /** The user, when they are active in that brand. `keyId`: the key that the token was issued to, which must be usable. */
  findActiveUser: (userId: string, brandId: string, keyId?: string) => Promise<User | null>;
  now: () => Date;
  /** Awaited before a user passes, after all checks. When it rejects, the client gets `unavailable` and retries later. */
  onAccepted?: (user: User) => Promise<void>;
}

/** The user of a token on a connection, its expiry, and the key that it ends with; null for a token that is not accepted. */
export type AuthenticateSocket<User> = (
  handshake: SocketHandshake,
  token: unknown,
) => Promise<{ user: User; expiresAt: Date; grantId?: string } | null>;

export type SocketMiddleware<User> = (socket: GuardedSocket<User>, next: (error?: Error) => void) => void;

/**
 * Middleware of a Socket.IO namespace. Accepts a valid token of the audience in `auth.token`, or without one the session cookie,
 * for the brand of the Host, of an active user. Otherwise `connect_error` "unauthorized", or "unavailable" when a lookup fails.
 */
export function createSocketGuard<User>(dependencies: SocketGuardDependencies<User>): SocketMiddleware<User> {
  const authenticate = createSocketAuthentication(dependencies);

  async function identify(handshake: SocketHandshake): Promise<Identified<User> | null> {
    const { token } = handshake.auth;
    if (token !== undefined && token !== null) return authenticate(handshake, token);
    return dependencies.cookies === undefined ? null : identifyByCookie(handshake, dependencies.cookies, dependencies);
  }

  async function enter(handshake: SocketHandshake) {
    const identified = await identify(handshake);
    if (identified !== null) await dependencies.onAccepted?.(identified.user);
    return identified;
  }

  return (socket, next) => {
    enter(socket.handshake).then(
      (identified) => {
        if (identified === null) {
          next(new Error('unauthorized'));
          return;
        }
        socket.data.user = identified.user;
        if (identified.expiresAt !== undefined) socket.data.tokenExpiresAt = identified.expiresAt;
        if (identified.grantId !== undefined) socket.data.grantId = identified.grantId;
        next();
      },
      () => next(new Error('unavailable')),
    );
  };
}

/** A user, with the expiry of the token. */
interface Identified<User> {
  user: User;
  expiresAt?: Date;
  /** What the connection ends with: the session of the cookie, or the key of the token. */
  grantId?: string;
}

/** The check of the guard, also for a token that a connected client sends later. Rejects when a lookup fails. */
export function createSocketAuthentication<User>({
  tokens,
  audience,
  findBrand,
  findActiveUser,
  now,
}: SocketGuardDependencies<User>): AuthenticateSocket<User> {
  return async (handshake, token) => {
    if (typeof token !== 'string') return null;
    const session = tokens.verify(token, audience, now());
    if (session === null) return null;
    const brand = await findBrand(handshake);
    if (brand === null || brand.id !== session.brandId) return null;
    const { userId, brandId, expiresAt, keyId } = session;
    const user = await findActiveUser(userId, brandId, keyId);
    return user === null ? null : { user, expiresAt, ...(keyId !== undefined && { grantId: keyId }) };
  };
}

async function identifyByCookie<User>(
  handshake: SocketHandshake,
  { findSession, isHttps }: SocketCookies,
  { findBrand, findActiveUser }: SocketGuardDependencies<User>,
): Promise<Identified<User> | null> {
  const token = readSessionCookie(handshake.headers.cookie, { isHttps: isHttps(handshake) });
  if (token === null) return null;
  const session = await findSession(token);
  if (session === null) return null;
  const brand = await findBrand(handshake);
  if (brand === null || brand.id !== session.brandId) return null;
  const user = await findActiveUser(session.userId, session.brandId);
  return user === null ? null : { user, grantId: session.id };
}
