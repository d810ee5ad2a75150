import { randomUUID } from 'node:crypto';
import { createPool } from '@callside/database';
import { createTestDatabase } from '@callside/database/testing';
import { findRecorded, lookUpPlans } from '../../src/adapters/call-event-statements.ts';

test('an event id is looked up by its digest, also when the statement is planned while the table is empty', async () => {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 1, applicationName: 'plans', settings: lookUpPlans });
  try {
    await pool.query(`PREPARE look_up (uuid[], bytea[]) AS ${findRecorded}`);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE look_up (ARRAY['${randomUUID()}']::uuid[], ARRAY['\\x00']::bytea[])`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Cond: (event_id_sha256 = asked.sha256)');
    expect(plan).toContain('call_events_event_id_sha256_brand_id_key');
  } finally {
    await pool.end();
    await database.drop();
  }
});
