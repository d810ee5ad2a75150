import type { RepClientEvents, RepServerEvents } from '@callside/schemas';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

export type RepSocket = Socket<RepServerEvents, RepClientEvents>;

export const longestRetryMs = 10_000;

export interface RepSocketOptions {
  /** Called at each connection. Without a token the browser sends the session cookie. */
  authenticate: (give: (auth: { token?: string }) => void) => void;
  /** '': the page's own origin. */
  baseUrl: string;
  /** Further options of socket.io-client, such as `extraHeaders` or `agent`. */
  socketOptions?: Partial<ManagerOptions & SocketOptions> | undefined;
}

/** A socket of the namespace `/rep`, not connected yet. */
export function openRepSocket({ authenticate, baseUrl, socketOptions }: RepSocketOptions): RepSocket {
  return io(`${baseUrl}/rep`, {
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // Only this timeout detects a connection that is closed before it has opened.
    timeout: longestRetryMs,
    // Spread over 0.5 to 3.5 s: a server that thousands of tabs return to at once keeps events waiting.
    reconnectionDelay: 2_000,
    reconnectionDelayMax: longestRetryMs,
    randomizationFactor: 0.75,
    ...socketOptions,
    auth: authenticate,
    autoConnect: false,
    forceNew: true,
  });
}
