import type { IncomingHttpHeaders } from 'node:http';
import type { Session, SessionAudience, SessionTokens } from './session-token.ts';

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
  data: { user?: User };
}

export interface SocketGuardDependencies<User> {
  tokens: Pick<SessionTokens, 'verify'>;
  audience: SessionAudience;
  /** The brand of the host that the socket was opened to. */
  findBrand: (handshake: SocketHandshake) => Promise<{ id: string } | null>;
  /** The user, when he is active in that brand. */
  findActiveUser: (userId: string, brandId: string) => Promise<User | null>;
  now: () => Date;
}

export type SocketMiddleware<User> = (socket: GuardedSocket<User>, next: (error?: Error) => void) => void;

/**
 * Middleware of a Socket.IO namespace: a valid token of the audience in `auth.token`, for the brand of the Host, of an
 * active user, or `connect_error` "unauthorized"; "unavailable" when that cannot be found out now.
 */
export function createSocketGuard<User>(dependencies: SocketGuardDependencies<User>): SocketMiddleware<User> {
  return (socket, next) => {
    authenticate(dependencies, socket.handshake).then(
      (user) => {
        if (user === null) {
          next(new Error('unauthorized'));
          return;
        }
        socket.data.user = user;
        next();
      },
      () => next(new Error('unavailable')),
    );
  };
}

async function authenticate<User>(
  { tokens, audience, findBrand, findActiveUser, now }: SocketGuardDependencies<User>,
  handshake: SocketHandshake,
): Promise<User | null> {
  const { token } = handshake.auth;
  if (typeof token !== 'string') return null;
  const session: Session | null = await tokens.verify(token, audience, now());
  if (session === null) return null;
  const brand = await findBrand(handshake);
  if (brand === null || brand.id !== session.brandId) return null;
  return findActiveUser(session.userId, session.brandId);
}
