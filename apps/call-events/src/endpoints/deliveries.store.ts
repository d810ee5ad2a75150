import type { Query } from '@callside/database';
import { type DeliveryProblem, endpointEventSchema } from '@callside/schemas';
import { closeDelivered, noteFailure, readLogs, selectDueEndpoints, takeDue } from './deliveries.sql.ts';
import type { Contents } from './rules/payload.ts';

export interface DueEndpoint {
  id: string;
  url: string;
  secretSealed: string;
}

/** A delivery that this instance has taken. */
export interface TakenDelivery extends Contents {
  id: string;
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
    const taken = await this.#query<TakenDelivery>(takeDue, [endpointId, most]);
    return taken.map((delivery) => ({ ...delivery, event: endpointEventSchema.parse(delivery.event) }));
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
