import pg from 'pg';
import { type BaseData, startCalls } from './base-data.ts';
import type { Bench } from './bench.ts';
import { createEventRequests } from './event-requests.ts';
import { type Figure, toFigure } from './figure.ts';
import { HttpConnection } from './http-connection.ts';
import { postAtPace } from './paced-posts.ts';
import { percentile } from './statistics.ts';

const perSecond = 100;
const heldEveryMs = 500;

/**
 * The answers to the events of all reps but one while another session holds that one's row and their events keep coming. The baseline is the
 * same without a held row. Two instances share the events.
 */
export async function measureHeldRow(bench: Bench): Promise<Figure[]> {
  const { starts, redisUrl, rounds, seconds } = bench;
  const [held, ...others] = bench.baseData.callers;
  if (held === undefined) throw new Error('there are no reps on calls');
  const baseData: BaseData = { ...bench.baseData, callers: others };
  const here = await bench.use(starts.startCallEvents({ name: 'held-here', redisUrl }));
  const there = await bench.use(starts.startCallEvents({ name: 'held-there', redisUrl }));
  await startCalls(bench.baseData, here.port);

  const answers = async (idPrefix: string) => {
    const posts = [here, there].map(({ port }, index) =>
      postAtPace({ baseData, port, idPrefix: `${idPrefix}-${index}`, perSecond: perSecond / 2, seconds }),
    );
    return (await Promise.all(posts)).flat();
  };
  const free: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const without = await answers(`free-${round}`);
    const release = await holdRow(bench.baseData.databaseUrl, held.email);
    const stop = keepPosting(bench.baseData, held.email, here.port, `held-${round}`);
    const during = await answers(`beside-${round}`).finally(async () => {
      stop();
      await release();
    });
    if (round === 0) continue;
    free.push(...without);
    beside.push(...during);
    bench.progress(
      `held row, round ${round} of ${rounds}: p99 ${percentile(during, 99).toFixed(1)} ms, ${percentile(without, 99).toFixed(1)} ms without`,
    );
  }
  const detail = { events: beside.length, perSecond, reps: others.length, longestMs: percentile(beside, 100) };
  return [50, 99].map((percent) =>
    toFigure({
      name: `answer beside a held row, p${percent}`,
      measured: percentile(beside, percent),
      unit: 'ms',
      baseline: percentile(free, percent),
      ...(percent === 99 && { target: { of: 'measured', bound: 'at most', value: 200 } }),
      detail,
    }),
  );
}

/**
 * Holds the row with the state of a rep in a transaction, as an operator's session does. Resolves to the function that releases it. While
 * PostgreSQL is down, nothing is held.
 */
export async function holdRow(databaseUrl: string, email: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // PostgreSQL may be stopped meanwhile.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM rep_state WHERE user_id = (SELECT id FROM users WHERE email = $1) FOR UPDATE', [
      email,
    ]);
  } catch {
    // It is not held.
  }
  return () => client.end().catch(() => {});
}

/** Posts events of the held rep. Their answers may be 503, and are not measured. */
function keepPosting({ apiKey }: BaseData, email: string, port: number, idPrefix: string): () => void {
  const next = createEventRequests({ apiKey, emails: [email] }, idPrefix);
  const connections: HttpConnection[] = [];
  const post = async () => {
    const connection = await HttpConnection.open(port);
    connections.push(connection);
    await connection.send(next().text);
  };
  const timer = setInterval(() => post().catch(() => {}), heldEveryMs);
  return () => {
    clearInterval(timer);
    for (const connection of connections) connection.close();
  };
}
