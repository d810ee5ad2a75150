import type { Companion } from '../support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../support/deployment.ts';
import { answer } from '../support/dialler.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { refusal } from '../support/socket-client.ts';
import type { Tab } from '../support/tab.ts';
import { until } from '../support/until.ts';

const noticedWithinMs = 10_000;

let deployment: Deployment;
let one: ServerProcess;
let two: ServerProcess;
let leaver: RepAtWork;
let colleague: Tab;
let tabs: Tab[];
let companion: Companion;

beforeAll(async () => {
  deployment = await deploy();
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
});
afterAll(() => deployment.close());

beforeEach(async () => {
  leaver = await newRepOf(deployment);
  const staying = await newRepOf(deployment, { brand: leaver.brand });
  colleague = await staying.tab(one);
  tabs = await Promise.all([leaver.tab(one), leaver.tab(one, 'polling'), leaver.tab(two)]);
  companion = await leaver.companion(two);
  await leaver.on(one).send('call-started');
  await Promise.all(tabs.map((tab) => tab.showsAfter(1)));
  await Promise.all(tabs.map((tab) => tab.hears('recording.confirmation')));
});

async function deactivate(): Promise<void> {
  await deployment.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [leaver.rep.id]);
}

test("a leaver's tabs and companion are closed on every server, and nobody else's", async () => {
  await deactivate();
  const clients = [...tabs, companion];
  await until('all are closed', () => clients.every(({ socket }) => socket.disconnected), noticedWithinMs);
  expect(colleague.socket.connected).toBe(true);
});

test('a leaver hears nothing from the moment he is one', async () => {
  await deactivate();
  for (const tab of tabs) tab.forget();
  companion.forget();
  expect((await leaver.on(one).send('recording-paused')).json).toEqual(answer({ resolved: false, active: false }));
  expect((await leaver.on(two).send('call-ended')).json).toEqual(answer({ resolved: false, active: false }));
  const clients = [...tabs, companion];
  await until('all are closed', () => clients.every(({ socket }) => socket.disconnected), noticedWithinMs);
  expect(clients.map(({ heard }) => heard)).toEqual(clients.map(() => []));
});

test('a leaver is not let in again, neither as the client that he was nor as a new one', async () => {
  const clients = [...tabs, companion];
  const closed = clients.map(
    ({ socket }) => new Promise<string>((resolve) => socket.once('disconnect', (reason) => resolve(reason))),
  );
  await deactivate();
  await Promise.all(closed);
  for (const { socket } of clients) {
    const refused = new Promise<string>((resolve) =>
      socket.once('connect_error', ({ message }: Error) => resolve(message)),
    );
    socket.connect();
    expect(await refused).toBe('unauthorized');
  }
  expect(await refusal('/rep', leaver.tabAt(one, 'polling'))).toBe('unauthorized');
  expect(await refusal('/companion', leaver.companionAt(two))).toBe('unauthorized');
  expect(await deployment.query('SELECT status FROM users WHERE id = $1', [leaver.rep.id])).toEqual([
    { status: 'deactivated' },
  ]);
});
