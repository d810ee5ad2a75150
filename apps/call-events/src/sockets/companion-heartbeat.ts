import type { PushNamespace, PushSocket } from './socket-types.ts';

const tickMs = 500;
const ticksPerPing = 2;
/** Between 3 and 3.5 s without anything heard; the tab has to know within 5 s. */
const mostQuietTicks = 7;

/**
 * Notices companions that hang: pings each connection every second and closes one from which nothing came for 3.5 s. It is
 * the ping of Engine.IO, which every Socket.IO client answers by itself and takes at any time: the interval that the
 * service announces, 25 s for tabs, is only the longest. Ticks are counted, not time, so that a stall of this server is
 * not held against the companions. Returns the function that ends it.
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
        // Without waiting for what a companion that hangs will not read.
        socket.conn.close(true);
      } else if (tick % ticksPerPing === 0) {
        // Not among the typed members, but the only way to a ping outside the interval, on either transport.
        Object(socket.conn).sendPacket('ping');
      }
    }
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
