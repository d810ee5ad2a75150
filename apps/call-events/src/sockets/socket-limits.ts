// What one connection, one rep and one instance may cost. A well-behaved client stays far below; docs/sockets.md has the
// reasons.

const kib = 1024;
const mib = 1024 * kib;

export const socketLimits = {
  /** Of one message. A chunk of 16 KiB escapes to less than 128 KiB of JSON. */
  messageBytes: 256 * kib,
  /** Until a connection has been let into a namespace. */
  beforeJoining: { messages: 10, bytes: 64 * kib, ms: 30_000 },
  /** A companion sends about 100 messages a second, and the frames of 30 seconds at once after a lost connection. */
  messages: { burst: 20_000, perSecond: 1_000 },
  bytes: { burst: 16 * mib, perSecond: 2 * mib },
  /** Of the WebSocket's own pings, which are answered before anybody counts them. */
  pings: { burst: 1_000, perSecond: 50 },
  /** What is on its way to a client that does not read. */
  unsentBytes: { perConnection: 16 * mib, perInstance: 128 * mib },
  /** Requests of companions that wait for the ones before. */
  waitingBytes: { perSocket: 8 * mib, perRep: 16 * mib, perInstance: 64 * mib },
  /** Of one rep, on one instance. */
  sockets: { '/rep': 50, '/companion': 20 },
} as const;
