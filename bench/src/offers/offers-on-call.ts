import { randomUUID } from 'node:crypto';
import { createSecretBox } from '@callside/auth';
import type { CallEventMessage, CallOffers } from '@callside/schemas';
import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import { openTabs, type Tab } from '../tabs.ts';

const warmUpCalls = 20;
const patienceMs = 5_000;

/**
 * Time from the arrival of a call in the rep's tab until the arrival of its offers in the same tab, on the tab's clock. One call at
 * a time, of customers whose history the recommender looks up among 10,000 products.
 */
export async function measureOffersOnCall(bench: Bench): Promise<Figure[]> {
  const { ground, starts, redisUrl } = bench;
  const shop = await bench.shop('usual');
  const recommender = await bench.use(starts.startRecommender({ name: 'offers-on-call', brand: shop.brand }));
  await ground.query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    ground.brandId,
    `http://127.0.0.1:${recommender.port}`,
    createSecretBox({ secrets: [ground.sessionSecret] }).seal(shop.apiKey),
  ]);
  const callEvents = await bench.use(starts.startCallEvents({ name: 'offers-on-call-events', redisUrl }));
  const [rep] = ground.idle;
  if (rep === undefined) throw new Error('there is no rep without a call');
  const [tab] = await openTabs(callEvents.port, [rep]);
  if (tab === undefined) throw new Error('the tab did not open');
  const durationsMs: number[] = [];
  try {
    const endsAt = () => performance.now() + bench.rounds * bench.seconds * 1_000;
    let deadline = Number.POSITIVE_INFINITY;
    for (let call = 0; performance.now() < deadline; call += 1) {
      const phone = shop.callers[call % shop.callers.length]?.phone;
      const durationMs = await timeCall(tab, () =>
        post({ port: callEvents.port, apiKey: ground.apiKey, email: rep.email, phone: `+1${phone}` }),
      );
      if (call === warmUpCalls) deadline = endsAt();
      if (call > warmUpCalls) durationsMs.push(durationMs);
    }
  } finally {
    tab.close();
    await callEvents.stop();
    await recommender.stop();
    await ground.query('DELETE FROM recommender_connections WHERE brand_id = $1', [ground.brandId]);
  }
  const show = (percent: number) => percentile(durationsMs, percent).toFixed(1);
  bench.progress(
    `offers on a call: p50 ${show(50)} ms, p99 ${show(99)} ms after the call, ${durationsMs.length} calls`,
  );
  const figure = (percent: number, atMostMs?: number) =>
    toFigure({
      name: `call to its offers, in the tab, p${percent}`,
      measured: percentile(durationsMs, percent),
      unit: 'ms',
      ...(atMostMs !== undefined && { target: { of: 'measured', bound: 'at most', value: atMostMs } }),
      detail: { calls: durationsMs.length, longestMs: percentile(durationsMs, 100) },
    });
  return [figure(50, 150), figure(99)];
}

/** The start of a call replaces the call before. */
async function timeCall(tab: Tab, start: () => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    let reference: string | undefined;
    let startedAt = 0;
    const onEvent = ({ event, state }: CallEventMessage) => {
      if (event !== 'call-started') return;
      reference = state.call?.reference;
      startedAt = performance.now();
    };
    const onOffers = ({ call_reference, status }: CallOffers) => {
      if (call_reference !== reference) return;
      end();
      if (status === 'ready') resolve(performance.now() - startedAt);
      else reject(new Error('the recommender did not answer in time'));
    };
    const timer = setTimeout(() => fail(new Error('a call got no offers')), patienceMs);
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    function end(): void {
      clearTimeout(timer);
      tab.off('call.event', onEvent);
      tab.off('offers', onOffers);
    }
    tab.on('call.event', onEvent);
    tab.on('offers', onOffers);
    start().catch(fail);
  });
}

async function post(order: { port: number; apiKey: string; email: string; phone: string }): Promise<void> {
  const { port, apiKey, email, phone } = order;
  const answer = await fetch(`http://127.0.0.1:${port}/call-events/call-started`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: JSON.stringify({ agent_email: email, phone_number: phone, event_id: randomUUID() }),
  });
  if (!answer.ok) throw new Error(`call-started was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
