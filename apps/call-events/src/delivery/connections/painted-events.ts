import { eventPaintedSchema } from '@callside/schemas';
import { Allowance } from './allowance.ts';
import { socketLimits } from './socket-limits.ts';
import type { PushSocket } from './socket-types.ts';

export interface PaintedEvents {
  /** Called when a tab of this user reports that it has painted an event. Returns at once and never throws. */
  note: (userId: string, eventId: string) => void;
}

/** More events than a tab shows at a time. */
const mostRemembered = 200;

/**
 * Takes the receipts of a tab. An id counts once for each connection. Receipts above the limit, and those that are not valid,
 * are dropped without an answer: they only measure.
 */
export function servePaintedEvents(socket: PushSocket, painted: PaintedEvents, now = () => performance.now()): void {
  const userId = socket.data.user?.id;
  if (userId === undefined) throw new Error('a socket has passed no guard');
  // Made with the first receipt: most tabs are idle.
  let receipts: Receipts | undefined;
  socket.on('event.painted', (payload: unknown) => {
    const parsed = eventPaintedSchema.safeParse(payload);
    if (!parsed.success) return;
    receipts ??= new Receipts(now());
    if (receipts.count(parsed.data.id, now())) painted.note(userId, parsed.data.id);
  });
}

/** The receipts of one connection. */
class Receipts {
  readonly #allowance: Allowance;
  readonly #counted = new Set<string>();

  constructor(nowMs: number) {
    this.#allowance = new Allowance(socketLimits.receipts, nowMs);
  }

  /** Returns false if the id was counted before, or if there are too many. */
  count(id: string, nowMs: number): boolean {
    if (this.#counted.has(id) || !this.#allowance.spend(1, nowMs)) return false;
    this.#counted.add(id);
    const [oldest] = this.#counted;
    if (this.#counted.size > mostRemembered && oldest !== undefined) this.#counted.delete(oldest);
    return true;
  }
}
