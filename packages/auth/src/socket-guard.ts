import type { IncomingHttpHeaders } from 'node:http';
import type { SessionAudience, SessionTokens } from './session-token.ts';

/** What the guard reads of a Socket.IO handshake. */
export interface SocketHandshake {
  auth: { [name: string]: unknown };
  headers: IncomingHttpHeaders;
  /** Of the peer, which may be a proxy. */
  address: string;
}

/** What the guard reads and writes of a Socket.IO socket. */
export interface GuardedSocket<User> {
  handshake: SocketHandshake;
  data: { user?: User; tokenExpiresAt?: Date };
}

export interface SocketGuardDependencies<User> {
  tokens: Pick<SessionTokens, 'verify'>;
  audience: SessionAudience;
  /** The brand of the host that the socket was opened to. */
  findBrand: (handshake: SocketHandshake) => Promise<{ id: string } | null>;
  /** The user, when he is active in that brand. */
  findActiveUser: (userId: string, brandId: string) => Promise<User | null>;
  now: () => Date;
  /** Awaited before a user passes. When it rejects, the client is told `unavailable`: it comes back later. */
  onAccepted?: (user: User) => Promise<void>;
}

/** Who a token stands for on a connection, and until when; null for a token that does not let its bearer in. */
export type AuthenticateSocket<User> = (
  handshake: SocketHandshake,
  token: unknown,
) => Promise<{ user: User; expiresAt: Date } | null>;

export type SocketMiddleware<User> = (socket: GuardedSocket<User>, next: (error?: Error) => void) => void;

/**
 * Middleware of a Socket.IO namespace: a valid token of the audience in `auth.token`, for the brand of the Host, of an
 * active user, or `connect_error` "unauthorized"; "unavailable" when that cannot be found out now.
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

/** The check of the guard, also for a token that a connected client sends later. Rejects when nobody can say. */
export function createSocketAuthentication<User>({
  tokens,
  audience,
  findBrand,
  findActiveUser,
  now,
}: SocketGuardDependencies<User>): AuthenticateSocket<User> {
  return async (handshake, token) => {
    if (typeof token !== 'string') return null;
    const session = await tokens.verify(token, audience, now());
    if (session === null) return null;
    const brand = await findBrand(handshake);
    if (brand === null || brand.id !== session.brandId) return null;
    const user = await findActiveUser(session.userId, session.brandId);
    return user === null ? null : { user, expiresAt: session.expiresAt };
  };
}
