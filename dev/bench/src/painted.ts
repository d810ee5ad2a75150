import { until } from '@callside/test-kit';
import type { Bench } from './bench.ts';
import { type Figure, toFigure } from './figure.ts';
import { openTab } from './open-tab.ts';
import { atPace } from './paced-posts.ts';
import { percentile } from './statistics.ts';

const perSecond = 50;
const warmUpSeconds = 3;
const tabPatienceMs = 30_000;
const receiptPatienceMs = 10_000;
/** Not the number of the first measured call: a second start of the same number counts as a resend of the live call. */
const firstNumbers = 900;

/**
 * Time from just before a call-started is posted until a real tab has painted it, by the receipt that the tab sends. All calls
 * are of one rep, so that the tab paints each of them. Sender, service and database have one clock. No figure without Chromium.
 */
export async function measurePainted(bench: Bench): Promise<Figure[]> {
  const page = await openTab(bench);
  if (page === null) {
    bench.progress('painted: left out, because Chromium is not installed');
    return [];
  }
  const { baseData, starts, redisUrl, rounds, seconds } = bench;
  const server = await bench.use(starts.startCallEvents({ name: 'painted', redisUrl }));
  const url = `http://127.0.0.1:${server.port}`;
  const [rep] = await baseData.addReps('painted', 1, 'tab');
  if (rep === undefined) throw new Error('no rep was added');
  await page.goto(`${url}/#token=${rep.token}`);

  // Each call has another number, so that it replaces the previous call.
  const post = async (eventId: string, count: number) => {
    const answer = await fetch(`${url}/call-events/call-started`, {
      method: 'POST',
      headers: { 'x-api-key': baseData.apiKey },
      body: JSON.stringify({
        agent_email: rep.email,
        phone_number: `+1415555${2000 + (count % 1000)}`,
        event_id: eventId,
        occurred_at: new Date().toISOString(),
      }),
    });
    if (!answer.ok) throw new Error(`call-started was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  let first = firstNumbers;
  await until(
    'the tab paints a call',
    async () => {
      first += 1;
      await post(`painted-first-${first}`, first);
      return (await readDelays(bench, 'painted-first')).length > 0;
    },
    tabPatienceMs,
  );
  const delays: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const idPrefix = `painted-${round}-`;
    const events = perSecond * (round === 0 ? warmUpSeconds : seconds);
    await atPace({ perSecond, times: events }, (count) => post(`${idPrefix}${count}`, count + 1));
    let found: number[] = [];
    await until(
      'all events are painted',
      async () => {
        found = await readDelays(bench, idPrefix);
        return found.length === events;
      },
      receiptPatienceMs,
    );
    if (round === 0) continue;
    delays.push(...found);
    const shown = [50, 99].map((percent) => `p${percent} ${percentile(found, percent).toFixed(0)} ms`).join(', ');
    bench.progress(`painted, round ${round} of ${rounds}: ${shown}`);
  }

  const figure = (percent: number, atMostMs: number) =>
    toFigure({
      name: `POST to painted, p${percent}`,
      measured: percentile(delays, percent),
      unit: 'ms',
      target: { of: 'measured', bound: 'at most', value: atMostMs },
      detail: { events: delays.length, perSecond, tabs: 1, longestMs: percentile(delays, 100) },
    });
  return [figure(50, 50), figure(99, 150)];
}

/** The times in ms of the painted events whose ids have this prefix. */
async function readDelays({ baseData }: Bench, idPrefix: string): Promise<number[]> {
  const rows = await baseData.query<{ delay: number }>(
    `SELECT (extract(epoch FROM r.painted_at - e.occurred_at) * 1000)::float8 AS delay
       FROM event_receipts r JOIN call_events e ON e.id = r.call_event_id WHERE starts_with(e.event_id, $1)`,
    [idPrefix],
  );
  return rows.map(({ delay }) => delay);
}
