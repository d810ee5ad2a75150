import * as fakeTimers from '@sinonjs/fake-timers';
import { TokenRenewal } from './token-renewal.ts';

let clock: fakeTimers.Clock;

/** Resolves to the token that is given to a new connection. */
const read = (renewal: TokenRenewal) => new Promise<string>((give) => void renewal.read(give));

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
    onUnreadable: () => {},
    retryEveryMs: 5_000,
  });
  return { state, sent, renewal };
}

test('the renewal sends a newer token once, as soon as there is one', async () => {
  const { state, sent, renewal } = start();
  expect(await read(renewal)).toBe('first');
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
  await read(renewal);
  state.newest = 'second';
  await renewal.renew();
  await clock.tickAsync(5_000);
  state.isConnected = false;
  await clock.tickAsync(20_000);
  expect(sent).toEqual(['second', 'second']);
});

test('the renewal sends nothing when the token is a text', async () => {
  const send = jest.fn();
  const fixed = new TokenRenewal({ source: 'fixed', send, isConnected: () => true, onUnreadable: () => {} });
  expect(await read(fixed)).toBe('fixed');
  await fixed.renew();
  expect(send).not.toHaveBeenCalled();
});

describe('the token of a new connection', () => {
  function startSource() {
    const said: string[] = [];
    const asked: { resolve: (token: string) => void; reject: (error: Error) => void }[] = [];
    const renewal = new TokenRenewal({
      source: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
      send: async () => {},
      isConnected: () => false,
      onUnreadable: () => said.push('unreadable'),
    });
    const give = (token: string) => said.push(`token ${token}`);
    return { said, asked, renewal, give };
  }

  test('is not given when its source fails, which is reported instead', async () => {
    const { said, asked, renewal, give } = startSource();
    const done = renewal.read(give);
    asked[0]?.reject(new Error('fetch failed'));
    await done;
    expect(said).toEqual(['unreadable']);
  });

  test('is given when its source says that there is none', async () => {
    const { said, asked, renewal, give } = startSource();
    const done = renewal.read(give);
    asked[0]?.resolve('');
    await done;
    expect(said).toEqual(['token ']);
  });

  test('is neither given nor reported for a connection that was replaced or stopped', async () => {
    const { said, asked, renewal, give } = startSource();
    const reads = [renewal.read(give), renewal.read(give), renewal.read(give)];
    asked[0]?.reject(new Error('fetch failed'));
    asked[1]?.resolve('second');
    await Promise.all(reads.slice(0, 2));
    renewal.stop();
    asked[2]?.reject(new Error('fetch failed'));
    await reads[2];
    expect(said).toEqual([]);
  });
});
