import type { Logger } from '@callside/service-kit';
import type { LoggedEvent, NewCallEvent } from '../rules/call-event.ts';
import type { DuplicateEvent } from '../rules/decide-batch.ts';
import type { ReusedId } from './reused-ids.store.ts';

interface Dependencies {
  count: (event: NewCallEvent['event']) => void;
  mark: (reused: ReusedId) => Promise<void>;
  logger: Logger;
}

/**
 * Makes visible that a sender used an id again: the later event changed nothing, so a pause of it is lost. Never rejects: the
 * event is answered like any duplicate.
 */
export async function reportReusedId(
  first: LoggedEvent,
  { event: { event, apiKeyId }, differs }: NonNullable<DuplicateEvent['reusedBy']>,
  { count, mark, logger }: Dependencies,
): Promise<void> {
  count(event);
  logger.warn(
    { event_row: first.id, event: first.event, later_event: event, differs, api_key_id: apiKeyId },
    'an event has the id of another one: it was taken for a duplicate',
  );
  try {
    if (first.id !== null) await mark({ firstId: first.id, event, differs, apiKeyId });
  } catch (error) {
    logger.warn({ err: error, event_row: first.id }, 'an event whose id was used again could not be marked');
  }
}
