import type { Query } from '@callside/database';
import { type DeliveryProblem, type Disposition, type EndReason, endpointEventSchema } from '@callside/schemas';
import { closeDelivered, noteFailure, readLogs, selectDueEndpoints, takeDue } from './deliveries.sql.ts';
import type { Contents } from './rules/payload.ts';

export interface DueEndpoint {
  id: string;
  url: string;
  secretSealed: string;
}

/** A delivery that this instance has taken. */
export interface TakenDelivery {
  id: string;
  contents: Contents;
}

interface ContentsRow {
  id: string;
  event: string;
  subject: string | null;
  created_at: Date;
  brand: string;
  currency: string;
  reference: string | null;
  agent_email: string;
  phone_number: string;
  customer_id: string | null;
  picked_customer_id: string | null;
  picked_phone_number: string | null;
  started_at: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
  is_test: boolean;
  note: string | null;
  disposition: Disposition | null;
  noted_at: Date;
  outcome_id: string | null;
  recommendation_id: string;
  sku: string;
  reason: string | null;
  qty: number | null;
  unit_price: number | null;
  recorded_at: Date;
  voided_at: Date | null;
  requested_at: Date | null;
}

/** Deliveries to endpoints. Prisma has no SKIP LOCKED and no INSERT from a SELECT. */
export class DeliveryQueue {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** Endpoints that have, or may have, something to be sent. */
  findDue(): Promise<DueEndpoint[]> {
    return this.#query<DueEndpoint>(selectDueEndpoints);
  }

  async countOff(): Promise<number> {
    const [row] = await this.#query<{ off: number }>(
      'SELECT count(*)::int AS off FROM endpoints WHERE off_at IS NOT NULL',
    );
    return row?.off ?? 0;
  }

  /** Takes deliveries of an endpoint that are due, each for one instance. */
  async take(endpointId: string, most: number): Promise<TakenDelivery[]> {
    await this.#query(readLogs, [endpointId]);
    const rows = await this.#query<ContentsRow>(takeDue, [endpointId, most]);
    return rows.map((row) => ({ id: row.id, contents: toContents(row) }));
  }

  /** What it told is not on file any more. */
  async forget(id: string): Promise<void> {
    await this.#query('DELETE FROM endpoint_deliveries WHERE id = $1', [id]);
  }

  async closeDelivered(id: string, status: number): Promise<void> {
    await this.#query(closeDelivered, [id, status]);
  }

  async noteFailure(
    id: string,
    { status, problem }: { status: number | null; problem: DeliveryProblem | null },
  ): Promise<void> {
    await this.#query(noteFailure, [id, status, problem]);
  }
}

function toContents(row: ContentsRow): Contents {
  return {
    event: endpointEventSchema.parse(row.event),
    brand: row.brand,
    currency: row.currency,
    subject: row.subject,
    notedAt: row.created_at,
    call:
      row.reference === null
        ? null
        : {
            reference: row.reference,
            agentEmail: row.agent_email,
            phoneNumber: row.phone_number,
            customerId: row.customer_id,
            picked:
              row.picked_customer_id === null
                ? null
                : { customerId: row.picked_customer_id || null, phoneNumber: row.picked_phone_number },
            startedAt: row.started_at,
            endedAt: row.ended_at,
            endReason: row.end_reason,
            isTest: row.is_test,
          },
    notes: row.note === null ? null : { note: row.note, disposition: row.disposition, at: row.noted_at },
    outcome:
      row.outcome_id === null
        ? null
        : {
            outcomeId: row.outcome_id,
            recommendationId: row.recommendation_id,
            sku: row.sku,
            reason: row.reason,
            qty: row.qty,
            unitPrice: row.unit_price,
            at: row.recorded_at,
            voidedAt: row.voided_at,
          },
    pausedAt: row.requested_at,
  };
}
