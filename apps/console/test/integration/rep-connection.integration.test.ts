import { callEvent, callState, callView } from '../support/messages.ts';
import { type RepService, startRepService } from '../support/rep-service.ts';
import { openTab, type Tab } from '../support/tab.ts';

const idle = callState(3, null);
const onCall = callState(4, callView());
/** Longer than any test waits: what happens then does not come from a retry. */
const endless = { random: () => 1e6 };

let service: RepService;
let tab: Tab | undefined;

beforeEach(async () => {
  service = await startRepService(idle);
});

afterEach(async () => {
  tab?.close();
  await service.close();
});

async function openLiveTab(options?: { random: () => number }): Promise<Tab> {
  tab = openTab(service.origin, options);
  await tab.until(() => tab?.desk().version === service.state.version);
  return tab;
}

test('shows the snapshot, then what is pushed', async () => {
  const { desk, links, until } = await openLiveTab();
  expect(service.attempts).toEqual(['a-token']);
  service.send('call.event', callEvent('call-started', onCall));
  await until(() => desk().version === 4);
  expect(desk()).toMatchObject({ link: 'live', call: onCall.call });
  expect(links).toEqual(['connecting', 'live']);
});

test('asks for another token when the service refuses this one, and does not try it again', async () => {
  service.refusals = ['unauthorized'];
  tab = openTab(service.origin);
  await tab.until(tab.isRefused);
  expect(service.attempts).toHaveLength(1);
  expect(tab.desk().version).toBeNull();
});

test('keeps trying when the service cannot tell who it is', async () => {
  service.refusals = ['unavailable', 'unavailable'];
  const { desk, links } = await openLiveTab();
  expect(service.attempts).toHaveLength(3);
  expect(desk().version).toBe(3);
  expect(links).toEqual(['connecting', 'reconnecting', 'live']);
});

test.each(['network', 'server'] as const)(
  'comes back after the %s ended the connection, with the state of then',
  async (how) => {
    const { desk, links, until } = await openLiveTab();
    service.state = onCall;
    service.drop(how);
    await until(() => desk().version === 4);
    expect(links).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  },
);

test('goes to sign-in when the token has run out by the time it comes back', async () => {
  const { isRefused, until } = await openLiveTab();
  service.refusals = ['unauthorized'];
  service.drop('server');
  await until(isRefused);
});

test('connects at once when the page is looked at again, however long a retry would still wait', async () => {
  const { desk, until, wake } = await openLiveTab(endless);
  service.drop('server');
  await until(() => desk().link === 'reconnecting');
  wake();
  await until(() => desk().link === 'live');
});

test('reads the state again when the page is looked at after a silence', async () => {
  const { desk, until, wake, passTime } = await openLiveTab();
  service.state = onCall;
  passTime(31_000);
  wake();
  await until(() => desk().version === 4);
  expect(service.attempts).toHaveLength(2);
});

test('leaves a connection alone that was heard a moment ago', async () => {
  const { desk, links, until, wake, passTime } = await openLiveTab();
  passTime(29_000);
  wake();
  service.send('call.event', callEvent('call-started', onCall));
  await until(() => desk().version === 4);
  expect(service.attempts).toHaveLength(1);
  expect(links).toEqual(['connecting', 'live']);
});

test('tries the connection anew when the network changes, and says offline when there is none', async () => {
  const { desk, links, until, changeNetwork } = await openLiveTab();
  changeNetwork(false);
  await until(() => desk().link === 'live');
  expect(links).toEqual(['connecting', 'live', 'offline', 'live']);
  changeNetwork(true);
  await until(() => desk().link === 'live');
  expect(links.slice(4)).toEqual(['reconnecting', 'live']);
});

test('marks the page as outdated when it cannot read a message, and goes on with the next', async () => {
  const { desk, until } = await openLiveTab();
  service.send('call.event', { version: 'two' });
  await until(() => desk().outdated);
  service.send('call.state', onCall);
  await until(() => desk().version === 4);
});

test('hears nothing any more once it is stopped', async () => {
  const { close, desk } = await openLiveTab();
  const other = openTab(service.origin);
  await other.until(() => other.desk().link === 'live');
  close();
  service.send('call.state', onCall);
  await other.until(() => other.desk().version === 4);
  other.close();
  expect(desk()).toMatchObject({ version: 3, link: 'live' });
});
