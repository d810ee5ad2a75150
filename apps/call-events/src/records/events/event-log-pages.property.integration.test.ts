import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { type CallEventName, callEventNames } from '@callside/schemas';
import fc from 'fast-check';
import { pagePlans } from '../../plans.ts';
import { EventLogStore } from './event-log.store.ts';
import type { EventFilter } from './rules/event-on-file.ts';

interface Filed {
  id: string;
  brandId: string;
  event: CallEventName;
  agentEmail: string;
  resolved: boolean;
  at: Date;
}

const brands = [randomUUID(), randomUUID()];
const emails = ['a@reps.example', 'b@reps.example', `${'long'.repeat(1_000)}@reps.example`];
const minute = (number: number) => new Date(Date.UTC(2026, 2, 1, 12, number));

let database: TestDatabase;
let pool: Pool;
let filed: Filed[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, maxConnections: 2, applicationName: 'test', settings: pagePlans });
  const any = <T>(values: readonly T[], n: number) => values[n % values.length] as T;
  // Several events at each instant, in all combinations.
  const rows = Array.from({ length: 600 }, (_, n) => ({
    brandId: any(brands, n >> 1),
    event: any(callEventNames, n * 7),
    agentEmail: any(emails, n >> 2),
    resolved: n % 5 > 1,
    at: minute((n * 37) % 60),
  }));
  const { rows: ids } = await pool.query<{ id: string }>(
    `INSERT INTO call_events (brand_id, event, agent_email, occurred_at, received_at, agent_resolved, call_active)
     SELECT brand_id, event, email, at, at, resolved, false
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[])
            WITH ORDINALITY AS r (brand_id, event, email, at, resolved, n) ORDER BY n RETURNING id`,
    [
      rows.map(({ brandId }) => brandId),
      rows.map(({ event }) => event),
      rows.map(({ agentEmail }) => agentEmail),
      rows.map(({ at }) => at),
      rows.map(({ resolved }) => resolved),
    ],
  );
  filed = rows.map((row, n) => ({ ...row, id: ids[n]?.id ?? '' }));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const orNull = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values));
const question: fc.Arbitrary<Omit<EventFilter, 'after'>> = fc.record({
  brandId: fc.constantFrom(...brands),
  agentEmail: orNull(emails),
  event: orNull(callEventNames),
  resolved: orNull([true, false]),
  from: fc.option(fc.integer({ min: -5, max: 65 }).map(minute)),
  to: fc.option(fc.integer({ min: -5, max: 65 }).map(minute)),
  limit: fc.integer({ min: 1, max: 60 }),
});

test('the pages of any filters contain exactly the matching events, newest first', async () => {
  const log = new EventLogStore({ pool });
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { brandId, agentEmail, event, resolved, from, to } = asked;
      const expected = filed
        .filter((row) => row.brandId === brandId)
        .filter((row) => agentEmail === null || row.agentEmail === agentEmail)
        .filter((row) => event === null || row.event === event)
        .filter((row) => resolved === null || row.resolved === resolved)
        .filter(({ at }) => (from === null || at >= from) && (to === null || at < to))
        .sort((one, other) => other.at.getTime() - one.at.getTime() || Number(other.id) - Number(one.id));
      const read: string[] = [];
      for (let after: EventFilter['after'] = null; ; ) {
        const page = await log.readPage({ ...asked, after });
        read.push(...page.items.map(({ id }) => id));
        if (page.next === null) break;
        expect(page.items).toHaveLength(asked.limit);
        after = page.next;
      }
      expect(read).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 150 },
  );
});
