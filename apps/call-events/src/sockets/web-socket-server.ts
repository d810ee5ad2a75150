import { type ServerOptions, WebSocketServer } from 'ws';
import { Allowance } from '../domain/allowance.ts';
import { socketLimits } from './socket-limits.ts';

/** More pieces than any client makes of a message. */
const mostFragments = 1_024;

/**
 * The WebSocket server below Socket.IO. It answers pings by itself, unseen by Socket.IO: whoever sends them faster than
 * any client, or sends a message in countless pieces, is disconnected.
 */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, maxFragments: mostFragments, maxBufferedChunks: 16 * mostFragments });
  }

  override handleUpgrade(...[request, socket, head, callback]: Parameters<WebSocketServer['handleUpgrade']>): void {
    super.handleUpgrade(request, socket, head, (webSocket, ...rest) => {
      const pings = new Allowance(socketLimits.pings, performance.now());
      webSocket.on('ping', () => {
        if (!pings.spend(1, performance.now())) webSocket.terminate();
      });
      callback(webSocket, ...rest);
    });
  }
}
