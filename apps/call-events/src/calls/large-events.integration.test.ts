import { type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf } from '../../test/support/deployment.ts';
import { answer, type RepsDialler } from '../../test/support/dialler.ts';

let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;

beforeAll(async () => {
  deployment = await deploy();
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
  for (const { client } of [one, two]) {
    await until('Redis is up', async () => {
      const { json } = await client.send({ method: 'GET', path: '/health' });
      return Object(json).redis === 'up';
    });
  }
});
afterAll(() => deployment.close());

/** Resends an event that an overloaded server refuses with 503, like a normal sender. */
async function sendUntilAccepted(rep: RepsDialler, fields: Record<string, unknown>) {
  for (;;) {
    const answered = await rep.send('hold-started', fields);
    if (answered.status !== 503) return answered;
  }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`);

test('48 concurrent events of 0.9 MB reach a tab on another server, marked as having omitted metadata', async () => {
  const desk = await newRepOf(deployment);
  await desk.on(one).send('call-started');
  const there = await desk.tab(two);
  const metadata = { notes: 'x'.repeat(900_000) };
  const answers = await Promise.all(
    names(48).map((event_id) => sendUntilAccepted(desk.on(one), { event_id, metadata })),
  );
  expect(answers.map(({ json }) => json)).toEqual(Array(48).fill(answer({ delivered: 0 })));
  // The start of the call may arrive after the tab has connected.
  const large = () => there.events.filter(({ event }) => event === 'hold-started');
  await until('the tab has received them', () => large().length >= 48);
  expect(
    large()
      .map(({ event_id }) => event_id)
      .toSorted(),
  ).toEqual(names(48).toSorted());
  for (const event of large()) expect(event).toMatchObject({ metadata: null, metadata_omitted: true });
  expect(there.faults).toEqual([]);
});

test('metadata of 64 KiB reaches the tabs of every server unchanged and without a mark', async () => {
  const desk = await newRepOf(deployment);
  const [here, there] = await Promise.all([desk.tab(one), desk.tab(two)]);
  const metadata = { notes: 'x'.repeat(64 * 1024 - '{"notes":""}'.length) };
  await desk.on(one).send('call-started', { metadata });
  await desk.on(one).send('hold-started', { metadata: { notes: `${metadata.notes}y` } });
  for (const tab of [here, there]) {
    await tab.showsAfter(2);
    expect(tab.events[0]?.metadata).toEqual(metadata);
    expect(tab.events[0]).not.toHaveProperty('metadata_omitted');
    expect(tab.events[1]).toMatchObject({ metadata: null, metadata_omitted: true });
  }
});

test('after events with ids of 0.9 MB, a tab on another server shows the current state', async () => {
  const desk = await newRepOf(deployment);
  const there = await desk.tab(two);
  await desk.on(one).send('call-started');
  await Promise.all(names(48).map((name) => sendUntilAccepted(desk.on(one), { event_id: name.padEnd(900_000, '.') })));
  await until('the tab shows the last version', () => there.state?.version === 49);
  expect(there.faults).toEqual([]);
});
