import type { IncomingHttpHeaders } from 'node:http';
import type { SessionAudience, SessionTokens } from './session-token.ts';

/** The part of a Socket.IO handshake that the guard reads. */
export interface SocketHandshake {
  auth: { [name: string]: unknown };
  headers: IncomingHttpHeaders;
  /** Of the peer, which may be a proxy. */
  address: string;
}

/** The part of a Socket.IO socket that the guard reads and writes. */
export interface GuardedSocket<User> {
  handshake: SocketHandshake;
  data: { user?: User; tokenExpiresAt?: Date };
}

export interface SocketGuardDependencies<User> {
  tokens: Pick<SessionTokens, 'verify'>;
  audience: SessionAudience;
  /** The brand of the host that the socket was opened to. */
  findBrand: (handshake: SocketHandshake) => Promise<{ id: string } | null>;
  /** The user, when they are active in that brand. */
  findActiveUser: (userId: string, brandId: string) => Promise<User | null>;
  now: () => Date;
  /** Awaited before a user passes. When it rejects, the client gets `unavailable` and retries later. */
  onAccepted?: (user: User) => Promise<void>;
}

/** The user of a token on a connection, and its expiry; null for a token that is not accepted. */
export type AuthenticateSocket<User> = (
  handshake: SocketHandshake,
  token: unknown,
) => Promise<{ user: User; expiresAt: Date } | null>;

export type SocketMiddleware<User> = (socket: GuardedSocket<User>, next: (error?: Error) => void) => void;

/**
 * Middleware of a Socket.IO namespace. Accepts a valid token of the audience in `auth.token`, for the brand of the Host, of an
 * active user. Otherwise `connect_error` "unauthorized", or "unavailable" when a lookup fails.
 */
export function createSocketGuard<User>(dependencies: SocketGuardDependencies<User>): SocketMiddleware<User> {
  const authenticate = createSocketAuthentication(dependencies);

  async function enter(handshake: SocketHandshake) {
    const authenticated = await authenticate(handshake, handshake.auth.token);
    if (authenticated !== null) await dependencies.onAccepted?.(authenticated.user);
    return authenticated;
  }

  return (socket, next) => {
    enter(socket.handshake).then(
      (authenticated) => {
        if (authenticated === null) {
          next(new Error('unauthorized'));
          return;
        }
        socket.data.user = authenticated.user;
        socket.data.tokenExpiresAt = authenticated.expiresAt;
        next();
      },
      () => next(new Error('unavailable')),
    );
  };
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
    const user = await findActiveUser(session.userId, session.brandId);
    return user === null ? null : { user, expiresAt: session.expiresAt };
  };
}
