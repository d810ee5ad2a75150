import { until } from '@callside/test-kit';
import { Companion } from '../support/companion.ts';
import { createDialler, createRepsDialler } from '../support/dialler.ts';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../support/organisations.ts';
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
async function metric(start: string, of = service): Promise<number | null> {
  const { text } = await of.clients[0].send({
    method: 'GET',
    path: '/metrics',
    headers: { host: 'localhost' },
  });
  const line = text.split('\n').find((one) => one.startsWith(start));
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1));
}

const becomes = (start: string, value: number, of = service) =>
  until(`${start} is ${value}`, async () => (await metric(start, of)) === value);

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

test('keys in use that expire soon and have no successor are counted', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000);
  await addKey(service, brand, { expiresAt: inDays(13) });
  const { id: soon } = await addKey(service, brand, { feature: 'recommender', expiresAt: inDays(13) });
  const { id: later } = await addKey(service, brand, { feature: 'embed', expiresAt: inDays(15) });
  await service.query('UPDATE api_keys SET last_used_at = now() WHERE id = ANY($1)', [[soon, later]]);
  const another = await startService({ servedDatabaseUrl: service.databaseUrl });
  try {
    await becomes('api_keys_expiring{', 1, another);
  } finally {
    await another.close();
  }
});
