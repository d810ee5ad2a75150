import { eventPaintedSchema } from '@callside/schemas';
import { Allowance } from '../domain/allowance.ts';
import { socketLimits } from './socket-limits.ts';
import type { PushSocket } from './socket-types.ts';

export interface PaintedEvents {
  /** A tab of this user says that it has painted an event. Returns at once and never throws. */
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
  const allowance = new Allowance(socketLimits.receipts, now());
  const counted = new Set<string>();
  socket.on('event.painted', (payload: unknown) => {
    const parsed = eventPaintedSchema.safeParse(payload);
    if (!parsed.success || counted.has(parsed.data.id) || !allowance.spend(1, now())) return;
    counted.add(parsed.data.id);
    const [oldest] = counted;
    if (counted.size > mostRemembered && oldest !== undefined) counted.delete(oldest);
    painted.note(userId, parsed.data.id);
  });
}
