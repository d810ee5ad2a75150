import { randomUUID } from 'node:crypto';
import { createSecretBox } from '@callside/auth';
import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { openTab } from '../open-tab.ts';
import { postCallStart } from '../post-call-start.ts';
import { percentile } from '../statistics.ts';
import { offersAfterCall, watchOffers } from './offers-tab.ts';

const warmUpCalls = 20;
const patienceMs = 5_000;

/**
 * Time in a real tab from the frame that shows a call to the frame that shows the first offers of the same call. There is one
 * call at a time, of a customer whose history is looked up, with 10,000 products. There is no figure without Chromium.
 */
export async function measureOffersOnCall(bench: Bench): Promise<Figure[]> {
  const page = await openTab(bench);
  if (page === null) {
    bench.progress('offers on a call: left out, because Chromium is not installed');
    return [];
  }
  const { baseData, starts, redisUrl } = bench;
  const shop = await bench.shop('usual');
  const recommender = await bench.use(starts.startRecommender({ name: 'offers-on-call', brand: shop.brand }));
  await baseData.query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    baseData.brandId,
    `http://127.0.0.1:${recommender.port}`,
    createSecretBox({ secrets: [baseData.sessionSecret] }).seal(shop.apiKey),
  ]);
  bench.atEnd(async () => {
    await baseData.query('DELETE FROM recommender_connections WHERE brand_id = $1', [baseData.brandId]);
  });
  const callEvents = await bench.use(starts.startCallEvents({ name: 'offers-on-call-events', redisUrl }));
  const url = `http://127.0.0.1:${callEvents.port}`;
  const [rep] = await baseData.addReps('offers', 1, 'tab');
  if (rep === undefined) throw new Error('no rep was added');
  const durationsMs: number[] = [];
  await page.goto(`${url}/#token=${rep.token}`);
  await page.locator('.desk[data-link="live"]').waitFor();
  await watchOffers(page);
  const endsAt = () => performance.now() + bench.rounds * bench.seconds * 1_000;
  let deadline = Number.POSITIVE_INFINITY;
  for (let call = 0; performance.now() < deadline; call += 1) {
    const phone = shop.callers[call % shop.callers.length]?.phone;
    await postCallStart(bench, url, { agent_email: rep.email, phone_number: `+1${phone}`, event_id: randomUUID() });
    const durationMs = await offersAfterCall(page, await referenceOfLiveCall(bench, rep.email), patienceMs);
    if (call === warmUpCalls) deadline = endsAt();
    if (call > warmUpCalls) durationsMs.push(durationMs);
  }
  const show = (percent: number) => percentile(durationsMs, percent).toFixed(1);
  bench.progress(
    `offers on a call: painted p50 ${show(50)} ms, p99 ${show(99)} ms after the call, ${durationsMs.length} calls`,
  );
  const figure = (percent: number, atMostMs?: number) =>
    toFigure({
      name: `call painted to its offers painted, p${percent}`,
      measured: percentile(durationsMs, percent),
      unit: 'ms',
      ...(atMostMs !== undefined && { target: { of: 'measured', bound: 'at most', value: atMostMs } }),
      detail: { calls: durationsMs.length, longestMs: percentile(durationsMs, 100) },
    });
  return [figure(50, 150), figure(99)];
}

async function referenceOfLiveCall({ baseData }: Bench, email: string): Promise<string> {
  const [row] = await baseData.query<{ reference: string }>(
    'SELECT s.call_reference AS reference FROM rep_state s JOIN users u ON u.id = s.user_id WHERE u.email = $1',
    [email],
  );
  if (row === undefined) throw new Error('the call that started is not live');
  return row.reference;
}
