// What an instance may say that reaches neither PostgreSQL nor Redis, while its clients stay.

import { setTimeout as pause } from 'node:timers/promises';
import { type EventWay, eventWaySchema } from '@callside/schemas';
import { type ServiceProcess, TcpProxy, until } from '@callside/test-kit';
import { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { addUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import type { Tab } from '../../test/support/tab.ts';

let deployment: Deployment;
let healthy: ServiceProcess;
let cutOff: ServiceProcess;
let ways: TcpProxy[];
let desk: RepAtWork;

beforeAll(async () => {
  deployment = await deploy();
  healthy = await deployment.start();
  const redisUrl = process.env.REDIS_URL ?? '';
  const toRedis = await TcpProxy.start(Number(new URL(redisUrl).port));
  const toPostgres = await TcpProxy.start(Number(new URL(deployment.databaseUrl).port));
  ways = [toRedis, toPostgres];
  cutOff = await deployment.start({
    redisUrl: toRedis.urlOf(redisUrl),
    settings: { DATABASE_URL: toPostgres.urlOf(deployment.databaseUrl) },
  });
});
afterAll(async () => {
  await deployment.close();
  for (const way of ways) await way.close();
});

beforeEach(async () => {
  for (const way of ways) way.mend();
  desk = await newRepOf(deployment);
  await until('both are ready', async () => (await isReady(healthy)) && (await isReady(cutOff)));
});

const isReady = async ({ client }: ServiceProcess) =>
  (await client.send({ method: 'GET', path: '/health' })).status === 200;

const cut = () => {
  for (const way of ways) way.lose({ requests: true, answers: true });
};

async function companionAt(server: ServiceProcess, protocol?: number): Promise<Companion> {
  const companion = new Companion({ ...desk.companionAt(server), ...(protocol !== undefined && { protocol }) });
  deployment.clients.push(companion);
  await companion.hears('recording.state');
  return companion;
}

/** What the page of an event says of its confirmation. */
async function evidenceOf(id: string): Promise<EventWay['recording']> {
  const owner = await addUser(deployment, desk.brand, { role: 'owner' });
  const reader = new Reader(healthy.client, desk.brand, await deployment.token(owner, desk.brand, 'api'));
  return eventWaySchema.parse(await reader.read(`/events/${id}`)).recording;
}

/** Whether the tab has claimed a confirmed pause in this time. */
async function claims(tab: Tab, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const { recording } = tab.state ?? {};
    if (recording?.paused === true && recording.state === 'confirmed') return true;
    await pause(20);
  }
  return false;
}

test('a page says nothing is confirmed while a companion at a cut-off instance may record, and that companion is disconnected', async () => {
  const tab = await desk.tab(healthy);
  const near = await companionAt(healthy, 2);
  const far = await companionAt(cutOff, 2);
  await desk.on(healthy).send('call-started');
  await until('both have confirmed', () => tab.state?.recording?.state === 'confirmed');
  let isFarConnected = true;
  far.socket.on('disconnect', () => {
    isFarConnected = false;
  });
  cut();
  await desk.on(healthy).send('recording-paused');
  await until('the near one has paused', () => near.recordingStates.at(-1)?.paused === true);
  // Until its connection is closed, it is not known to have paused.
  while (isFarConnected) expect(await claims(tab, 100)).toBe(false);
  // It may have been recording until a moment ago.
  expect(await claims(tab, 3_000)).toBe(false);
  expect(tab.state?.recording?.state).toBe('unknown');
  await until('the near one alone is enough', () => tab.state?.recording?.state === 'confirmed');
  // What the other one did after the pause is not known, then or later.
  const id = tab.events.at(-1)?.id ?? '';
  expect(await evidenceOf(id)).toEqual({ outcome: 'cut_off', connected: 2, acknowledged: 1 });
  for (const way of ways) way.mend();
  await until('the end of its connection is on file', async () => {
    const rows = await deployment.query(
      `SELECT FROM companion_connections WHERE user_id = $1 AND ended_as = 'cut off'`,
      [desk.rep.id],
    );
    return rows.length > 0;
  });
  expect(await evidenceOf(id)).toEqual({ outcome: 'cut_off', connected: 2, acknowledged: 1 });
});

test('a tab at a cut-off instance shows unknown, hears no sign of life, and gets the state when the instance is back', async () => {
  const tab = await desk.tab(cutOff);
  await companionAt(healthy, 2);
  await desk.on(healthy).send('call-started');
  await desk.on(healthy).send('recording-paused', { event_id: 'pause' });
  await until('the pause is confirmed', () => tab.state?.recording?.state === 'confirmed');
  await until('there are signs of life', () => tab.signsOfLife > 1);
  cut();
  await until('the tab does not know', () => tab.state?.recording?.state === 'unknown', 5_000);
  const signs = tab.signsOfLife;
  await desk.on(healthy).send('recording-resumed');
  expect(await claims(tab, 2_000)).toBe(false);
  expect(tab.signsOfLife).toBe(signs);
  expect((await cutOff.client.send({ method: 'GET', path: '/health' })).status).toBe(503);
  for (const way of ways) way.mend();
  await until('the tab has the state', () => tab.state?.recording?.paused === false);
  await until('and its confirmation', () => tab.state?.recording?.state === 'confirmed');
  expect(tab.events.map(({ event, position }) => [event, position])).toEqual([
    ['call-started', 1],
    ['recording-paused', 2],
    ['recording-resumed', 3],
  ]);
});

test('a tab at a cut-off instance does not know what the dialler reports, until the instance is back', async () => {
  await deployment.query(`UPDATE brands SET recording_by = 'dialler' WHERE id = $1`, [desk.brand.id]);
  const tab = await desk.tab(cutOff);
  await desk.on(healthy).send('call-started');
  await desk.on(healthy).send('recording-paused');
  await until('the pause is shown', () => tab.state?.recording?.paused === true);
  expect(tab.state?.recording?.state).toBe('dialler');
  cut();
  await until('the tab does not know', () => tab.state?.recording?.state === 'unknown', 5_000);
  await desk.on(healthy).send('recording-resumed');
  for (const way of ways) way.mend();
  await until('the tab knows', () => tab.state?.recording?.paused === false && tab.state.recording.state === 'dialler');
});

test('a tab hears of a call at an instance that only reaches Redis, and learns what the dialler reports when that is back', async () => {
  await deployment.query(`UPDATE brands SET recording_by = 'dialler' WHERE id = $1`, [desk.brand.id]);
  const tab = await desk.tab(cutOff);
  ways.at(1)?.lose({ requests: true, answers: true });
  await until('it is fenced', async () => !(await isReady(cutOff)));
  await desk.on(healthy).send('call-started');
  const { recording } = await tab.showsAfter(1);
  expect(recording).toMatchObject({ by: 'dialler', state: 'unknown' });
  for (const way of ways) way.mend();
  await until('the tab knows', () => tab.state?.recording?.state === 'dialler');
});

test('a companion that leaves by its own packet is gone at once, and one that is lost may record for a while', async () => {
  const tab = await desk.tab(healthy);
  const [left, lost] = [await companionAt(healthy, 2), await companionAt(healthy, 2)];
  await desk.on(healthy).send('call-started');
  await until('both have confirmed', () => tab.state?.recording?.state === 'confirmed');
  left.socket.disconnect();
  await until('the other one is enough', async () => {
    const rows = await deployment.query(
      'SELECT FROM companion_connections WHERE user_id = $1 AND instance_id IS NOT NULL',
      [desk.rep.id],
    );
    return rows.length === 1;
  });
  expect(tab.state?.recording?.state).toBe('confirmed');
  lost.socket.io.engine.close();
  lost.socket.io.reconnection(false);
  await until('it is not known whether it records', () => tab.state?.recording?.state === 'unknown', 5_000);
});
