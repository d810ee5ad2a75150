import * as fakeTimers from '@sinonjs/fake-timers';
import { DeskLink } from './desk-link.ts';
import type { PageMessage } from './desk-messages.ts';

const origin = 'https://calls.example.com';
const wanted = { type: 'callside.token-wanted' };

function page(getToken: () => Promise<string> = async () => 'token') {
  const sent: { message: PageMessage; target: string }[] = [];
  const calls: string[] = [];
  const frame = { postMessage: (message: PageMessage, target: string) => void sent.push({ message, target }) };
  const link = new DeskLink({
    origin,
    frame: () => frame,
    getToken,
    onCall: (type, reference) => calls.push(`${type} ${reference}`),
  });
  return { link, frame, sent, calls };
}

test('the desk gets a token, sent to its origin only', async () => {
  const { link, frame, sent } = page();
  await link.receive({ data: wanted, origin, source: frame });
  expect(sent).toEqual([{ message: { type: 'callside.token', token: 'token' }, target: origin }]);
});

test('no other origin and no other window gets an answer', async () => {
  const { link, frame, sent } = page();
  await link.receive({ data: wanted, origin: 'https://evil.example', source: frame });
  await link.receive({ data: wanted, origin, source: {} });
  await link.receive({ data: wanted, origin, source: null });
  expect(sent).toEqual([]);
});

test('one token is requested at a time, and again after a failure', async () => {
  const answers = [Promise.reject(new Error('the server is down')), Promise.resolve('second')];
  let asked = 0;
  const { link, frame, sent } = page(() => answers[asked++] ?? Promise.resolve('another'));
  await Promise.all([1, 2, 3].map(() => link.receive({ data: wanted, origin, source: frame })));
  expect([asked, sent.length]).toEqual([1, 0]);
  await link.receive({ data: wanted, origin, source: frame });
  expect(sent.map(({ message }) => message.token)).toEqual(['second']);
});

test('a token is requested again when getToken has not answered within 15 s', async () => {
  const clock = fakeTimers.install();
  try {
    const answers = [new Promise<string>(() => {}), Promise.resolve('second')];
    let asked = 0;
    const { link, frame, sent } = page(() => answers[asked++] ?? Promise.resolve('another'));
    void link.receive({ data: wanted, origin, source: frame });
    await clock.tickAsync(14_999);
    await link.receive({ data: wanted, origin, source: frame });
    expect([asked, sent.length]).toEqual([1, 0]);
    await clock.tickAsync(1);
    await link.receive({ data: wanted, origin, source: frame });
    expect(sent.map(({ message }) => message.token)).toEqual(['second']);
    expect(clock.countTimers()).toBe(0);
  } finally {
    clock.uninstall();
  }
});

test('the start and the end of calls are reported', async () => {
  const { link, frame, calls } = page();
  const say = (data: unknown) => link.receive({ data, origin, source: frame });
  await say({ type: 'callside.call-started', reference: 'r1' });
  await say({ type: 'callside.call-ended', reference: 'r1' });
  for (const data of [null, 'callside.call-started', { type: 'callside.call-started' }, { type: 'other' }])
    await say(data);
  expect(calls).toEqual(['call-started r1', 'call-ended r1']);
});
