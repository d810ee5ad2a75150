import type { DeliveryProblem } from '@callside/schemas';
import { type EventReceiver, startEventReceiver } from '../../test/support/event-receiver.ts';
import { post } from './receivers.store.ts';

let receiver: EventReceiver;
beforeAll(async () => {
  receiver = await startEventReceiver();
});
afterAll(() => receiver.close());

const send = (url: string, allowPrivate: boolean) =>
  post({ url, headers: {}, body: '{}', allowPrivate, signal: AbortSignal.timeout(10_000) });
const port = () => new URL(receiver.url).port;

it.each<[string, DeliveryProblem]>([
  ['https://127.0.0.1:PORT/', 'private_address'],
  ['https://[::ffff:127.0.0.1]:PORT/', 'private_address'],
  ['https://0x7f.1:PORT/', 'private_address'],
  ['https://169.254.169.254/latest/meta-data', 'private_address'],
  // A name, which is checked when it has been resolved.
  ['https://localhost:PORT/', 'private_address'],
  ['http://192.0.2.1/', 'plain_http'],
])('connects to no private address: %s', async (url, problem) => {
  expect(await send(url.replace('PORT', port()), false)).toEqual({ problem });
  expect(receiver.faults).toEqual([]);
});

it('says why there was no answer', async () => {
  expect(await send('http://name.invalid/', true)).toEqual({ problem: 'unknown_host' });
  expect(await send('http://127.0.0.1:1/', true)).toEqual({ problem: 'no_connection' });
  const url = `http://localhost:${port()}/`;
  const cutOff = post({ url, headers: {}, body: '{}', allowPrivate: true, signal: AbortSignal.abort() });
  expect(await cutOff).toEqual({ problem: 'timeout' });
});
