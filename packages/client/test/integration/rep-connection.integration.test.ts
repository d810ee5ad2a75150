import { callEvent, callState, callView } from '@callside/schemas/testing';
import { type RepService, startRepService } from '../support/rep-service.ts';
import { openTab, type Tab } from '../support/tab.ts';

const idle = callState(3, null);
const onCall = callState(4, callView());
/** Longer than any test, so that no retry can explain what the test sees. */
const endless = { random: () => 1e6 };

let service: RepService;
let opened: Tab[];

beforeEach(async () => {
  opened = [];
  service = await startRepService(idle);
});

afterEach(async () => {
  for (const tab of opened) tab.close();
  await service.close();
});

function open(options?: Parameters<typeof openTab>[1]): Tab {
  const tab = openTab(service.origin, options);
  opened.push(tab);
  return tab;
}

async function openLiveTab(options?: Parameters<typeof openTab>[1]): Promise<Tab> {
  const tab = open(options);
  await tab.until(() => tab.view().version === service.state.version);
  return tab;
}

test('RepConnection shows the snapshot, then what is pushed', async () => {
  const { view, links, until } = await openLiveTab();
  expect(service.attempts).toEqual(['a-token']);
  service.send('call.event', callEvent('call-started', onCall));
  await until(() => view().version === 4);
  expect(view()).toMatchObject({ link: 'live', call: onCall.call });
  expect(links).toEqual(['connecting', 'live']);
});

test('RepConnection requests another token when the service refuses this one, and does not use it again', async () => {
  service.refusals = ['unauthorized'];
  const tab = open();
  await tab.until(tab.isRefused);
  expect(service.attempts).toHaveLength(1);
  expect(tab.view().version).toBeNull();
});

test('RepConnection keeps trying while the service cannot authenticate it', async () => {
  service.refusals = ['unavailable', 'unavailable'];
  const { view, links } = await openLiveTab();
  expect(service.attempts).toHaveLength(3);
  expect(view().version).toBe(3);
  expect(links).toEqual(['connecting', 'reconnecting', 'live']);
});

test.each(['network', 'server'] as const)(
  'RepConnection reconnects after the %s ended the connection, with the state of that time',
  async (how) => {
    const { view, links, until } = await openLiveTab();
    service.state = onCall;
    service.drop(how);
    await until(() => view().version === 4);
    expect(links).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  },
);

test('RepConnection calls onUnauthorized when the token has expired before it reconnects', async () => {
  const { isRefused, until } = await openLiveTab();
  service.refusals = ['unauthorized'];
  service.drop('server');
  await until(isRefused);
});

test('RepConnection tries again when no token can be read, and sends none meanwhile', async () => {
  let failures = 0;
  let isDown = false;
  const { view, links, isRefused, until } = await openLiveTab({
    renewToken: async () => {
      if (!isDown || failures === 2) return 'newer-token';
      failures += 1;
      throw new TypeError('fetch failed');
    },
  });
  isDown = true;
  service.drop('network');
  await until(() => view().link === 'reconnecting');
  await until(() => view().link === 'live');
  expect(failures).toBe(2);
  expect(isRefused()).toBe(false);
  expect(links).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  expect(service.attempts).toEqual(['newer-token', 'newer-token']);
});

test('RepConnection calls onUnauthorized when its source says that there is no token', async () => {
  service.refusals = ['unauthorized'];
  const tab = open({ renewToken: async () => '' });
  await tab.until(tab.isRefused);
  expect(service.attempts).toEqual(['']);
});

test('RepConnection connects at once when the page becomes visible, also during a long retry delay', async () => {
  const { view, until, page } = await openLiveTab(endless);
  service.drop('server');
  await until(() => view().link === 'reconnecting');
  page.wake();
  await until(() => view().link === 'live');
});

test('RepConnection reads the state again when the page becomes visible after a silence', async () => {
  const { view, until, page, passTime } = await openLiveTab();
  service.state = onCall;
  passTime(31_000);
  page.wake();
  await until(() => view().version === 4);
  expect(service.attempts).toHaveLength(2);
});

test('RepConnection keeps a connection that received something a moment ago', async () => {
  const { view, links, until, page, passTime } = await openLiveTab();
  passTime(29_000);
  page.wake();
  service.send('call.event', callEvent('call-started', onCall));
  await until(() => view().version === 4);
  expect(service.attempts).toHaveLength(1);
  expect(links).toEqual(['connecting', 'live']);
});

test('RepConnection reconnects when the network changes, and reports offline when there is none', async () => {
  const { view, links, until, page } = await openLiveTab();
  page.changeNetwork(false);
  await until(() => view().link === 'live');
  expect(links).toEqual(['connecting', 'live', 'offline', 'live']);
  page.changeNetwork(true);
  await until(() => view().link === 'live');
  expect(links.slice(4)).toEqual(['reconnecting', 'live']);
});

test('RepConnection reports that it is outdated when it cannot read a message, and continues with the next', async () => {
  const { view, until } = await openLiveTab();
  service.send('call.event', { version: 'two' });
  await until(() => view().outdated);
  service.send('call.state', onCall);
  await until(() => view().version === 4);
});

test('RepConnection receives nothing after it was stopped', async () => {
  const { close, view } = await openLiveTab();
  const other = open();
  await other.until(() => other.view().link === 'live');
  close();
  service.send('call.state', onCall);
  await other.until(() => other.view().version === 4);
  expect(view()).toMatchObject({ version: 3, link: 'live' });
});

test('RepConnection reports a change once and passes every message to a log', async () => {
  const { signals, until, view } = await openLiveTab();
  service.send('call.event', callEvent('call-started', onCall));
  service.send('call.event', callEvent('call-started', onCall));
  service.send('recording.confirmation', { sequence: 1000, paused: false, confirmed_at: '2026-11-20T08:41:00.000Z' });
  await until(() => view().recording?.confirmedAt === '2026-11-20T08:41:00.000Z');
  const heard = signals.map(({ type }) => type).filter((type) => type !== 'message received');
  expect(heard).toEqual(['link', 'call.state', 'call.event', 'call.event', 'recording.confirmation']);
});

test('RepConnection shows the recording of a live call as unknown without alive for 5 s, and as known with the next', async () => {
  service.state = callState(4, callView(), { state: 'confirmed' });
  const { view, until } = await openLiveTab();
  expect(view().recording?.state).toBe('confirmed');
  await until(() => view().recording?.state === 'unknown');
  service.send('alive', { at: new Date().toISOString() });
  await until(() => view().recording?.state === 'confirmed');
  expect(view().link).toBe('live');
});

test('RepConnection does not reconnect after a refused token, also when the page becomes visible', async () => {
  service.refusals = ['unauthorized'];
  const tab = open();
  await tab.until(tab.isRefused);
  tab.page.wake();
  const other = open();
  await other.until(() => other.view().link === 'live');
  expect(service.attempts).toHaveLength(2);
});
