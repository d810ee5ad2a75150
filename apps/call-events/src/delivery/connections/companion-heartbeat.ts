import type { PushNamespace, PushSocket } from './socket-types.ts';

const tickMs = 500;
const ticksPerPing = 2;
/** Between 3 and 3.5 s of silence; the tab must show the loss within 5 s. */
const mostQuietTicks = 7;

/**
 * Detects companions that hang: pings each connection every second and closes it after 3.5 s of silence. It uses the ping of
 * Engine.IO, which every Socket.IO client answers automatically at any time: the announced interval of 25 s, which tabs
 * use, is only an upper limit. It counts ticks instead of time, so that a stall of this server does not close connections.
 * Returns the function that stops it.
 */
export function watchCompanions(namespace: PushNamespace, onSilent: (socket: PushSocket) => void): () => void {
  let tick = 0;
  namespace.on('connection', ({ conn, data }) => {
    conn.on('packet', () => {
      data.quietTicks = 0;
    });
  });
  const timer = setInterval(() => {
    tick += 1;
    for (const socket of namespace.sockets.values()) {
      if (socket.conn.readyState !== 'open') continue;
      const quietTicks = (socket.data.quietTicks ?? 0) + 1;
      socket.data.quietTicks = quietTicks;
      if (quietTicks >= mostQuietTicks) {
        onSilent(socket);
        // Discards the write buffer: a companion that hangs does not read it.
        socket.conn.close(true);
      } else if (tick % ticksPerPing === 0) {
        // The transport is typed but not documented. Nothing else pings one connection on both transports, and clients answer no event that
        // they do not know. With long polling there is not always a request to answer. Then the next tick sends it.
        const { transport } = socket.conn;
        if (transport.writable) transport.send([{ type: 'ping' }]);
      }
    }
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
