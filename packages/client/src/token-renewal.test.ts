import * as fakeTimers from '@sinonjs/fake-timers';
import { TokenRenewal } from './token-renewal.ts';

let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install();
});
afterEach(() => clock.uninstall());

function start(answers: unknown[] = [{ expires_at: '2026-11-21T15:00:00Z' }]) {
  const state = { newest: 'first', isConnected: true };
  const sent: string[] = [];
  const renewal = new TokenRenewal({
    source: async () => state.newest,
    send: async ({ token }) => {
      sent.push(token);
      return answers.shift();
    },
    isConnected: () => state.isConnected,
    retryEveryMs: 5_000,
  });
  return { state, sent, renewal };
}

test('the renewal sends a newer token once, as soon as there is one', async () => {
  const { state, sent, renewal } = start();
  expect(await renewal.read()).toBe('first');
  await renewal.renew();
  expect(sent).toEqual([]);
  state.newest = 'second';
  await clock.tickAsync(5_000);
  await clock.tickAsync(20_000);
  expect(sent).toEqual(['second']);
});

test('the renewal retries after a refusal, and stops when the connection is lost', async () => {
  const refusal = { error: { code: 'unavailable', message: 'later' } };
  const { state, sent, renewal } = start([refusal, refusal]);
  await renewal.read();
  state.newest = 'second';
  await renewal.renew();
  await clock.tickAsync(5_000);
  state.isConnected = false;
  await clock.tickAsync(20_000);
  expect(sent).toEqual(['second', 'second']);
});

test('the renewal sends nothing when the token is a text, and gives an empty token when it cannot be read', async () => {
  const send = jest.fn();
  const fixed = new TokenRenewal({ source: 'fixed', send, isConnected: () => true });
  expect(await fixed.read()).toBe('fixed');
  await fixed.renew();
  expect(send).not.toHaveBeenCalled();
  const broken = new TokenRenewal({
    source: () => Promise.reject(new Error('no file')),
    send,
    isConnected: () => true,
  });
  expect(await broken.read()).toBe('');
});
