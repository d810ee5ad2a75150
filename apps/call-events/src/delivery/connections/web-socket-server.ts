import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { Allowance } from './allowance.ts';
import { socketLimits } from './socket-limits.ts';

/** More fragments than any normal client uses for a message. */
const mostFragments = 1_024;
/**
 * A connection whose end the client does not confirm is destroyed: one that does not read keeps what was not sent to it in memory until
 * then. `closeTimeout` is documented, and missing in the types.
 */
const bounds = { maxFragments: mostFragments, maxBufferedChunks: 16 * mostFragments, closeTimeout: 1_000 };

/**
 * The WebSocket server below Socket.IO. It answers pings before Socket.IO sees them: a client that sends too many pings, or a
 * message in too many fragments, is disconnected.
 */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, ...bounds });
  }

  override handleUpgrade(...[request, socket, head, callback]: Parameters<WebSocketServer['handleUpgrade']>): void {
    super.handleUpgrade(request, socket, head, (webSocket, ...rest) => {
      limitPings(webSocket);
      callback(webSocket, ...rest);
    });
  }
}

// A function of its own: a listener made beside the request and the callback would keep both as long as the connection.
function limitPings(webSocket: WebSocket): void {
  const pings = new Allowance(socketLimits.pings, performance.now());
  webSocket.on('ping', () => {
    if (!pings.spend(1, performance.now())) webSocket.terminate();
  });
}
