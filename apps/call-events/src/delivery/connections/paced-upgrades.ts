import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

type Upgrade = [request: IncomingMessage, socket: Duplex, head: Buffer];

interface Waiting {
  upgrade: Upgrade;
  /** By `now`. */
  since: number;
}

/**
 * In one turn of the event loop. An upgrade, with what follows it, costs about a millisecond. Tabs that come together share queries, but
 * events wait for the turn (measured: dev/bench/measured.json).
 */
const upgradesPerTurn = 2;
/** Turns in a row that new connections may keep upgrades waiting. */
const mostTurnsSkipped = 200;
/** In a reconnect storm most turns take 0.2 ms. Long ones come with a garbage collection, or when others use the processors. */
const longTurnMs = 5;
/** After a long turn, upgrades wait this many times as long, so that the turns get short again for the events. */
const pausePerTurn = 2;
/** If all turns are long because the instance is overloaded, upgrades wait no longer than this. */
const longestPauseMs = 1_000;
/** More tabs than an instance is meant for. */
const mostWaiting = 50_000;

/**
 * Serves WebSocket upgrades a few at a time, in the order in which they came, so that events are answered in between. A turn
 * that took a new connection serves none: libuv takes one connection per turn, and a sender of events would wait in the
 * kernel's queue until the thousands of tabs before it are served.
 */
export function paceUpgrades(serve: (...upgrade: Upgrade) => void, now = () => performance.now()) {
  const waiting: Waiting[] = [];
  let hasNewConnection = false;
  let turnsSkipped = 0;
  /** Null for the first turn, and for the one after a pause. */
  let turnStartedAt: number | null = null;

  function serveSome(): void {
    const turnMs = turnStartedAt === null ? 0 : now() - turnStartedAt;
    turnStartedAt = null;
    const longestWaitMs = now() - (waiting[0]?.since ?? 0);
    if (turnMs > longTurnMs && longestWaitMs < longestPauseMs) {
      setTimeout(serveSome, Math.min(pausePerTurn * turnMs, longestPauseMs));
      return;
    }
    const isSkipped = hasNewConnection && turnsSkipped < mostTurnsSkipped;
    hasNewConnection = false;
    turnsSkipped = isSkipped ? turnsSkipped + 1 : 0;
    for (const { upgrade } of isSkipped ? [] : waiting.splice(0, upgradesPerTurn)) {
      const [, socket] = upgrade;
      if (!socket.destroyed) serve(...upgrade);
    }
    if (waiting.length === 0) return;
    turnStartedAt = now();
    setImmediate(serveSome);
  }

  return {
    /** Must be called for each connection that the server takes. */
    noteConnection(): void {
      hasNewConnection = true;
    },

    handleUpgrade(...upgrade: Upgrade): void {
      const [, socket] = upgrade;
      // The socket has no other listener until it is served, and an error without a listener ends the process.
      socket.on('error', () => socket.destroy());
      if (waiting.length >= mostWaiting) {
        socket.destroy();
        return;
      }
      waiting.push({ upgrade, since: now() });
      if (waiting.length === 1) setImmediate(serveSome);
    },
  };
}
