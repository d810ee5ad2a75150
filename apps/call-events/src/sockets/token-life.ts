// A socket lives no longer than its token, unless its client renews the token on the connection that there is.

import type { AuthenticateSocket } from '@callside/auth';
import { type TokenRenewed, tokenRenewSchema } from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import { createRequestAnswerer, type Outcome } from './answer-requests.ts';
import type { BytesInFlight } from './bytes-in-flight.ts';
import { endAtOnce } from './connection-limits.ts';
import type { PushNamespace, PushSocket, SocketUser } from './socket-types.ts';

const tellBeforeMs = 60_000;

interface Dependencies {
  authenticate: AuthenticateSocket<SocketUser>;
  waitingBytes: BytesInFlight;
  now: () => Date;
  logger: Logger;
}

/** Serves `token.renew`, and tells at once who comes with a token that is nearly over. */
export function serveTokenRenewal(namespace: PushNamespace, dependencies: Dependencies): void {
  const { authenticate, waitingBytes, now, logger } = dependencies;
  namespace.on('connection', (socket) => {
    const { user } = socket.data;
    if (user === undefined) throw new Error('a socket has passed no guard');
    tellWhenNearlyOver(socket, now());
    // A queue of its own: a renewal does not wait for the requests of a session.
    const answering = createRequestAnswerer({ account: waitingBytes.accountOf(user.id), logger });
    socket.on(
      'token.renew',
      answering(tokenRenewSchema, async ({ token }): Promise<Outcome<TokenRenewed>> => {
        const authenticated = await authenticate(socket.handshake, token);
        if (authenticated === null || authenticated.user.id !== user.id) return { refusal: 'unauthorized' };
        const { expiresAt } = authenticated;
        socket.data.tokenExpiresAt = expiresAt;
        tellWhenNearlyOver(socket, now());
        return { answer: { expires_at: expiresAt.toISOString() } };
      }),
    );
  });
}

/** To be called every second: tells whose token is nearly over, and ends the connections of those whose token is. */
export function tendTokens(namespaces: readonly PushNamespace[], now: Date): void {
  for (const { sockets } of namespaces) {
    for (const socket of sockets.values()) {
      // The connection, not the socket: a client that has a newer token by then comes back by itself.
      if (msLeft(socket, now) <= 0) endAtOnce(socket.conn);
      else tellWhenNearlyOver(socket, now);
    }
  }
}

/** Once for each token. */
function tellWhenNearlyOver(socket: PushSocket, now: Date): void {
  const { tokenExpiresAt, toldExpiry } = socket.data;
  if (tokenExpiresAt === undefined || tokenExpiresAt === toldExpiry || msLeft(socket, now) > tellBeforeMs) return;
  socket.data.toldExpiry = tokenExpiresAt;
  socket.emit('token.expiring', { expires_at: tokenExpiresAt.toISOString() });
}

function msLeft({ data: { tokenExpiresAt } }: PushSocket, now: Date): number {
  return tokenExpiresAt === undefined ? Number.POSITIVE_INFINITY : tokenExpiresAt.getTime() - now.getTime();
}
