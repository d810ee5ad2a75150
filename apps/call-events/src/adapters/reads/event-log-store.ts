import type { Pool } from '@callside/database';
import { callEventNameSchema } from '@callside/schemas';
import type { EventFilter, EventOnFile } from '../../domain/event-on-file.ts';
import type { Page } from '../../domain/page.ts';
import { type Bounded, toPage } from './bounded-page.sql.ts';
import { selectEventPage } from './event-log.sql.ts';

interface EventRow extends Bounded {
  id: string;
  event: string;
  event_id: string | null;
  agent_email: string;
  call_reference: string | null;
  phone_number: string | null;
  customer_id: string | null;
  metadata: string;
  occurred_at: Date;
  received_at: Date;
  agent_resolved: boolean;
  call_active: boolean;
}

/** The event log, on a pool with the settings of `pagePlans`. */
export class EventLogStore {
  readonly #pool: Pool;

  constructor({ pool }: { pool: Pool }) {
    this.#pool = pool;
  }

  /** Newest first. */
  async readPage(filter: EventFilter): Promise<Page<EventOnFile>> {
    const { brandId, agentEmail, event, resolved, from, limit } = filter;
    const asked = [agentEmail, event].filter((filter) => filter !== null);
    const { rows } = await this.#pool.query<EventRow>({
      // Prepared once per connection: planning twelve streams costs more than reading the page.
      name: `event-page ${agentEmail !== null} ${event !== null} ${resolved}`,
      text: selectEventPage({ byAgent: agentEmail !== null, byEvent: event !== null, resolved }),
      values: [brandId, from ?? '-infinity', ...endOf(filter), limit + 1, ...asked],
    });
    return toPage(rows, limit, { item: toEvent, position: ({ received_at, id }) => ({ at: received_at, id }) });
  }
}

/** The first position after the page. A single bound, because an index scan starts at a single one. */
function endOf({ to, after }: EventFilter): [at: Date | 'infinity', id: string] {
  if (after !== null && (to === null || after.at < to)) return [after.at, after.id];
  return [to ?? 'infinity', '0'];
}

function toEvent(row: EventRow): EventOnFile {
  return {
    id: row.id,
    event: callEventNameSchema.parse(row.event),
    eventId: row.event_id,
    agentEmail: row.agent_email,
    callReference: row.call_reference,
    phoneNumber: row.phone_number,
    customerId: row.customer_id,
    metadata: row.metadata,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    agentResolved: row.agent_resolved,
    callActive: row.call_active,
  };
}
