// A socket is closed when its token expires, unless the client renews the token on the same connection.

import type { AuthenticateSocket } from '@callside/auth';
import { type TokenRenew, type TokenRenewed, tokenRenewSchema } from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import { type BytesInFlight, createRequestAnswerer, type Outcome } from '../../transcription/index.ts';
import type { PushNamespace, PushSocket, SocketUser } from './socket-types.ts';

const warnBeforeMs = 60_000;

interface Dependencies {
  authenticate: AuthenticateSocket<SocketUser>;
  waitingBytes: BytesInFlight;
  now: () => Date;
  logger: Logger;
}

/** Serves `token.renew`, and sends `token.expiring` at once to a client whose token is about to expire. */
export function serveTokenRenewal(namespace: PushNamespace, dependencies: Dependencies): void {
  const { authenticate, waitingBytes, now, logger } = dependencies;
  namespace.on('connection', (socket) => {
    const { user } = socket.data;
    if (user === undefined) throw new Error('a socket has passed no guard');
    warnWhenNearlyOver(socket, now());
    async function renew({ token }: TokenRenew): Promise<Outcome<TokenRenewed>> {
      const authenticated = await authenticate(socket.handshake, token);
      if (authenticated === null || authenticated.user.id !== user?.id) return { refusal: 'unauthorized' };
      const { expiresAt, grantId } = authenticated;
      socket.data.tokenExpiresAt = expiresAt;
      socket.data.grantId = grantId;
      warnWhenNearlyOver(socket, now());
      return { answer: { expires_at: expiresAt.toISOString() } };
    }
    // A separate queue: a renewal does not wait for the requests of a session. Made with the first renewal: most tabs are idle.
    let onRenew: ((...args: unknown[]) => void) | undefined;
    socket.on('token.renew', (...args: unknown[]) => {
      onRenew ??= createRequestAnswerer({ account: waitingBytes.accountOf(user.id), logger })(tokenRenewSchema, renew);
      onRenew(...args);
    });
  });
}

/** Must be called every second: warns clients whose token is about to expire, and closes connections with expired tokens. */
export function closeExpired(namespaces: readonly PushNamespace[], now: Date): void {
  for (const { sockets } of namespaces) {
    for (const socket of sockets.values()) {
      // Closes the connection, not the socket: a client with a newer token then reconnects automatically.
      if (msLeft(socket, now) <= 0) socket.conn.close(true);
      else warnWhenNearlyOver(socket, now);
    }
  }
}

/** Once for each token. */
function warnWhenNearlyOver(socket: PushSocket, now: Date): void {
  const { tokenExpiresAt, warnedExpiry } = socket.data;
  if (tokenExpiresAt === undefined || tokenExpiresAt === warnedExpiry || msLeft(socket, now) > warnBeforeMs) return;
  socket.data.warnedExpiry = tokenExpiresAt;
  socket.emit('token.expiring', { expires_at: tokenExpiresAt.toISOString() });
}

function msLeft({ data: { tokenExpiresAt } }: PushSocket, now: Date): number {
  return tokenExpiresAt === undefined ? Number.POSITIVE_INFINITY : tokenExpiresAt.getTime() - now.getTime();
}
