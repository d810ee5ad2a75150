import { inTransaction, type Pool, type Query, queryThrough } from '@callside/database';
import { clearObjection, findObjection, type ObjectionSubject, setObjections } from '@callside/shop-data';
import { noteEvent } from '../endpoints/index.ts';
import type { OfferedCall } from './rules/call-offers.ts';

/** Who wants no offers, by the call on which they say so. */
export class ObjectionStore {
  readonly #pool: Pool;
  readonly #query: Query;

  constructor({ pool }: { pool: Pool }) {
    this.#pool = pool;
    this.#query = queryThrough(pool);
  }

  async find(brandId: string, subjects: readonly ObjectionSubject[]): Promise<boolean> {
    const found = await Promise.all(subjects.map((subject) => findObjection(this.#query, brandId, subject)));
    return found.includes(true);
  }

  /** Resolves to whether anything changed. */
  change(
    { brandId, id: callId, userId }: OfferedCall,
    subjects: readonly ObjectionSubject[],
    objects: boolean,
  ): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      const query = queryThrough(client);
      await query('BEGIN');
      let changed = 0;
      if (objects) changed = await setObjections(query, brandId, subjects);
      else for (const subject of subjects) changed += await clearObjection(query, brandId, subject);
      const subject = String(objects);
      if (changed > 0) await noteEvent(query, { brandId, event: 'customer.objected', callId, userId, subject });
      await query('COMMIT');
      return changed > 0;
    });
  }
}
