import { request } from 'node:http';
import { until } from '@callside/test-kit';
import { aPhone, recommend } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const anchors = ['401'];

/** Sends a request and disconnects as soon as the model is called. */
async function askAndLeave(source: string): Promise<void> {
  const calls = service.ranker.calls;
  const outgoing = request({
    host: '127.0.0.1',
    port: service.clients[0].port,
    method: 'POST',
    path: '/recommend',
    headers: { 'x-api-key': service.key },
  });
  outgoing.on('error', () => {});
  outgoing.end(JSON.stringify({ phone: aPhone, purchased_skus: anchors, customer_order_history: [], source }));
  await until('the model is asked', () => service.ranker.calls > calls);
  outgoing.destroy();
}

test('nothing is recorded for a caller who disconnected, and no error is reported', async () => {
  let release = () => {};
  service.ranker.until = new Promise((resolve) => {
    release = resolve;
  });
  await askAndLeave('left');
  await until('the request is over', () => service.logged().includes('"aborted":true'));
  service.ranker.until = null;
  release();
  await recommend(service, { purchased_skus: anchors, customer_order_history: [], source: 'stayed' });
  expect(await service.query('SELECT source FROM recommendations')).toEqual([{ source: 'stayed' }]);
  expect(service.logged()).not.toContain('request failed');
});
