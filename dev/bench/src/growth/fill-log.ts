import type { BaseData } from '../base-data.ts';

const eventsACall = 6;
const callsAStatement = 20_000;

/** The rep of every tenth call, who pauses only one recording, at the beginning. */
export const busyRep = 'caller0@bench.example';
export const nobody = 'nobody@bench.example';
/** The number of every twentieth call. */
export const sharedNumber = '+14155559999';
/** The request id of every hundredth event, as if a sender repeats it. */
export const sharedRequest = 'always-the-same';
/** In one of this many calls the address belongs to no user. */
const oneUnresolvedIn = 1_000;

/**
 * Fills the log with this many events of ended calls, six per call, as over a year. It uses SQL, because their intake is
 * not measured.
 */
export async function fillLog(
  { query, brandId }: Pick<BaseData, 'query' | 'brandId'>,
  events: number,
  progress: (filled: number) => void,
): Promise<void> {
  await query(`
    CREATE TABLE bench_calls AS
    SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS reference, u.id AS user_id, u.email,
           now() - (${Math.ceil(events / eventsACall)} - n) * interval '12 seconds' AS at
      FROM generate_series(0, ${Math.ceil(events / eventsACall) - 1}) AS n
      JOIN (SELECT id, email, substring(email FROM '[0-9]+')::int AS place FROM users WHERE email LIKE 'caller%') AS u
        ON u.place = CASE WHEN n % 10 = 0 THEN 0 ELSE 1 + n % 199 END`);
  await query('CREATE UNIQUE INDEX ON bench_calls (n)');
  const calls = Math.ceil(events / eventsACall);
  for (let first = 0; first < calls; first += callsAStatement) {
    const range = [first, first + callsAStatement];
    await query(
      `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at, ended_at, end_reason)
       SELECT id, reference, $3, user_id, email, ${phoneNumber}, at, at + interval '10 seconds', 'ended'
         FROM bench_calls WHERE n >= $1 AND n < $2 AND n % ${oneUnresolvedIn} <> 1`,
      [...range, brandId],
    );
    await query(
      `INSERT INTO chats (id, brand_id, call_id, created_at)
       SELECT gen_random_uuid(), $3, id, at FROM bench_calls WHERE n >= $1 AND n < $2 AND n % ${oneUnresolvedIn} <> 1`,
      [...range, brandId],
    );
    await query(
      `INSERT INTO call_events (brand_id, event, event_id, event_id_sha256, agent_email, user_id, call_id, phone_number,
                                metadata, occurred_at, received_at, agent_resolved, call_active, request_id)
       SELECT $3, event, 'filled-' || n || '-' || place, sha256(('filled-' || n || '-' || place)::bytea),
              CASE WHEN resolved THEN email ELSE '${nobody}' END, CASE WHEN resolved THEN user_id END,
              CASE WHEN resolved THEN id END, ${phoneNumber}, '{"queue":"sales","campaign":"spring"}', at, at + place * interval '2 seconds',
              resolved, resolved, ${requestId}
         FROM (SELECT *, n % ${oneUnresolvedIn} <> 1 AS resolved FROM bench_calls WHERE n >= $1 AND n < $2) AS c
        CROSS JOIN LATERAL unnest(
          CASE WHEN email = '${busyRep}' AND n > 0
               THEN ARRAY['call-started', 'hold-started', 'hold-ended', 'hold-started', 'hold-ended', 'call-ended']
               ELSE ARRAY['call-started', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed', 'call-ended']
          END) WITH ORDINALITY AS e (event, place)
        ORDER BY n, place`,
      [...range, brandId],
    );
    progress(Math.min(events, (first + callsAStatement) * eventsACall));
  }
  await query('DROP TABLE bench_calls');
  for (const table of ['call_events', 'calls', 'chats']) await query(`ANALYZE ${table}`);
}

const phoneNumber = `CASE WHEN n % 20 = 3 THEN '${sharedNumber}' ELSE '+1415555' || lpad((n % 9000)::text, 4, '0') END`;
const requestId = `CASE WHEN (n * ${eventsACall} + place) % 100 = 0 THEN '${sharedRequest}' ELSE 'filled-' || n || '-' || place END`;
