import type { Query } from '@callside/database';
import type { DeliveryQueue } from './deliveries.store.ts';
import { noteEvent } from './note-event.store.ts';

/** A pause that was not acknowledged in time. */
export interface UnconfirmedPause {
  brandId: string;
  userId: string;
  callId: string;
  sequence: number;
}

/** Pauses of these brands that were requested after an instant (null: in the last minutes), with the time of the read. */
export type FindUnconfirmedPauses = (
  brandIds: readonly string[],
  since: Date | null,
) => Promise<{ at: Date; pauses: UnconfirmedPause[] }>;

interface Dependencies {
  queue: Pick<DeliveryQueue, 'findAsking'>;
  find: FindUnconfirmedPauses;
  query: Query;
}

/** Each run looks at the pauses since the last one. Several instances find the same ones, and note each once. */
export function createNoteUnconfirmedPauses({ queue, find, query }: Dependencies): () => Promise<void> {
  let since: Date | null = null;
  return async () => {
    const brandIds = await queue.findAsking('pause.unconfirmed');
    if (brandIds.length === 0) return;
    const { at, pauses } = await find(brandIds, since);
    for (const { brandId, userId, callId, sequence } of pauses) {
      const subject = String(sequence);
      await noteEvent(query, {
        brandId,
        event: 'pause.unconfirmed',
        callId,
        userId,
        subject,
        key: `${userId} ${subject}`,
      });
    }
    since = at;
  };
}
