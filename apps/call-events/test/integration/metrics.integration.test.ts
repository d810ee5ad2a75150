import { until } from '@callside/test-kit';
import { Companion } from '../support/companion.ts';
import { createDialler, createRepsDialler } from '../support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../support/organisations.ts';
import { Reader, tokenFor } from '../support/reader.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';
import { Tab } from '../support/tab.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
  rep = await addUser(service, brand);
});
afterAll(() => service.close());

/** The value of the metric whose line starts with this text; null without such a line. */
async function metric(start: string): Promise<number | null> {
  const { text } = await service.clients[0].send({
    method: 'GET',
    path: '/metrics',
    headers: { host: 'localhost' },
  });
  const line = text.split('\n').find((one) => one.startsWith(start));
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1));
}

const becomes = (start: string, value: number) =>
  until(`${start} is ${value}`, async () => (await metric(start)) === value);

test('metrics follow an event from its commit to the tab and the companion', async () => {
  const address = async (audience: 'tab' | 'companion') => ({
    port: service.clients[0].port,
    host: brand.host,
    token: await tokenFor(rep, brand, { audience }),
  });
  const tab = new Tab(await address('tab'));
  const companion = new Companion(await address('companion'));
  await tab.hears('call.state');
  await becomes('tabs_open{', 1);
  await becomes('companions_connected{', 1);
  await becomes('recording_states_total{outcome="applied"', 1);

  const dialler = createRepsDialler(createDialler(service.clients[0], brand), rep);
  await dialler.send('call-started');
  await dialler.send('recording-paused');
  expect(await metric('call_event_commit_seconds_count')).toBe(2);
  expect(await metric('call_event_relay_seconds_count')).toBe(2);
  expect(await metric('call_event_queue_depth')).toBe(0);
  expect(await metric('call_events_unresolved_agent_total{')).toBeNull();
  await until('the pause is confirmed', async () => Number(await metric('recording_confirmation_seconds_count')) >= 2);

  const owner = await addUser(service, brand, { role: 'owner' });
  const reader = await Reader.of(service.clients[0], brand, owner);
  const { items } = await reader.read<{ items: { id: string }[] }>('/events', {});
  for (const { id } of [...items, ...items]) tab.socket.emit('event.painted', { id });
  await becomes('call_event_painted_seconds_count', 2);

  tab.close();
  companion.close();
  await becomes('tabs_open{', 0);
  await becomes('companions_connected{', 0);
});

test('events of agents who are not users are counted by event', async () => {
  const dialler = createDialler(service.clients[0], brand);
  await createRepsDialler(dialler, { ...rep, email: 'nobody@reps.example' }).send('call-started');
  expect(await metric('call_events_unresolved_agent_total{event="call-started"')).toBe(1);
});
