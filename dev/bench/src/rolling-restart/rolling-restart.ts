import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, until } from '@callside/test-kit';
import { startCalls } from '../base-data.ts';
import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { postAtPace } from '../paced-posts.ts';
import { percentile } from '../statistics.ts';
import { startBalancer } from './balancer.ts';

const instances = 3;
const perSecond = 100;
/** Longer than the balancer needs to detect it. */
const drainSeconds = 1;
const patienceMs = 30_000;

/**
 * Each of three instances behind a balancer is stopped with SIGTERM and started again, one after the other, while events
 * arrive at a steady pace. Every event must be accepted at its first attempt, and be stored.
 */
export async function measureRollingRestart(bench: Bench): Promise<Figure[]> {
  const { baseData, starts, redisUrl } = bench;
  const start = (name: string, port?: number) =>
    bench.use(starts.startCallEvents({ name, redisUrl, ...(port !== undefined && { port }), drainSeconds }));
  const servers: ServiceProcess[] = [];
  for (let n = 1; n <= instances; n++) servers.push(await start(`instance${n}`));
  const balancer = await startBalancer(servers.map(({ port }) => port));
  bench.atEnd(balancer.close);
  await startCalls(baseData, balancer.port);

  const durationsMs: number[] = [];
  let restarted = false;
  const restarts = restartAll().finally(() => {
    restarted = true;
  });
  // Awaited after the posts of the current second.
  restarts.catch(() => {});
  for (let part = 0; !restarted; part++) {
    const answers = await postAtPace({
      baseData,
      port: balancer.port,
      idPrefix: `rolling-${part}`,
      perSecond,
      seconds: 1,
    });
    durationsMs.push(...answers);
  }
  await restarts;
  const failures = balancer.failures();
  if (failures.length > 0) throw new Error(`${failures.length} requests failed, the first with ${failures[0]}`);
  const [row] = await baseData.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM call_events WHERE starts_with(event_id, 'rolling-')",
  );
  const posts = durationsMs.length;
  if (row?.count !== posts) throw new Error(`${posts} events were accepted, and ${row?.count} are on file`);
  bench.progress(`rolling restart: ${posts} events, none failed`);
  return [
    toFigure({
      name: `failed requests of ${posts} in a rolling restart`,
      measured: failures.length,
      unit: 'requests',
      target: { of: 'measured', bound: 'at most', value: 0 },
      detail: {
        instances,
        perSecond,
        drainSeconds,
        p50Ms: percentile(durationsMs, 50),
        p99Ms: percentile(durationsMs, 99),
        longestMs: percentile(durationsMs, 100),
      },
    }),
  ];

  async function restartAll(): Promise<void> {
    await sleep(1_000);
    for (const [n, server] of servers.entries()) {
      await server.stop();
      await until('the balancer leaves it out', () => !balancer.isServing(server.port), patienceMs);
      await start(`instance${n + 1}-again`, server.port);
      await until('the balancer uses it again', () => balancer.isServing(server.port), patienceMs);
      bench.progress(`rolling restart: instance ${n + 1} of ${instances} is back`);
    }
    await sleep(1_000);
  }
}
