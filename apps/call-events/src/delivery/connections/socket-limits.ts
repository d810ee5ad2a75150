// What one connection, one rep and one instance may use. Normal clients stay far below; docs/sockets.md has the reasons.

const kib = 1024;
const mib = 1024 * kib;

export const socketLimits = {
  /** Of one message. A chunk of 16 KiB becomes less than 128 KiB of escaped JSON. */
  messageBytes: 256 * kib,
  /** Until a namespace has admitted the connection. */
  beforeJoining: { messages: 10, bytes: 64 * kib, ms: 30_000 },
  /**
   * Of one address, that no namespace has admitted yet. Thousands of tabs behind one address may return at once: those that are admitted
   * give theirs back, and the others try again.
   */
  anonymousHandshakes: { burst: 2_000, perSecond: 20 },
  /** A companion sends about 100 messages a second, and after a lost connection the frames of 30 seconds at once. */
  messages: { burst: 20_000, perSecond: 1_000 },
  bytes: { burst: 16 * mib, perSecond: 2 * mib },
  /** The WebSocket protocol's own pings, which ws answers before any other limit applies. */
  pings: { burst: 1_000, perSecond: 50 },
  /** Bytes not yet sent to a client that does not read. */
  unsentBytes: { perConnection: 16 * mib, perInstance: 128 * mib },
  /** Of a tab, on the events that it has painted; further ones are dropped. */
  receipts: { burst: 200, perSecond: 100 },
  /** Of one rep, on one instance. */
  sockets: { '/rep': 50, '/companion': 20 },
} as const;
