import { appendToAuditLog } from '@callside/auth';
import { type Pool, type PrismaClient, type Query, queryThrough, queryWithin } from '@callside/database';
import { clearObjection, findObjection, type ObjectionSubject, setObjections } from '@callside/shop-data';
import type { ActingOwner } from '../brands/index.ts';
import { noteEvent } from '../endpoints/index.ts';
import type { OfferedCall } from './rules/call-offers.ts';

/** Who wants no offers, by the call on which they say so. */
export class ObjectionStore {
  readonly #query: Query;
  readonly #prisma: PrismaClient;

  constructor({ pool, prisma }: { pool: Pool; prisma: PrismaClient }) {
    this.#query = queryThrough(pool);
    this.#prisma = prisma;
  }

  async find(brandId: string, subjects: readonly ObjectionSubject[]): Promise<boolean> {
    const found = await Promise.all(subjects.map((subject) => findObjection(this.#query, brandId, subject)));
    return found.includes(true);
  }

  /** On record, if it changes anything. */
  change(
    { brandId, id: callId, reference, userId }: OfferedCall,
    subjects: readonly ObjectionSubject[],
    objects: boolean,
    acting: ActingOwner,
  ): Promise<void> {
    return this.#prisma.$transaction(async (transaction) => {
      const query = queryWithin(transaction);
      let changed = 0;
      if (objects) changed = await setObjections(query, brandId, subjects);
      else for (const subject of subjects) changed += await clearObjection(query, brandId, subject);
      if (changed === 0) return;
      const noted = { callId, userId, subject: String(objects) };
      await noteEvent(query, { brandId, event: 'customer.objected', ...noted });
      const action = objects ? 'objection.set' : 'objection.clear';
      await appendToAuditLog(transaction, { ...acting, action, subject: reference, detail: { by: 'call' } });
    });
  }
}
