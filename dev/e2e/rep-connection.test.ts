import { RepConnection, type RepView } from '@callside/client';
import { type Deployment, deploy } from './support/deployment.ts';

let deployment: Deployment;

beforeAll(async () => {
  deployment = await deploy();
});
afterAll(() => deployment.close());

let opened: RepConnection[] = [];
afterEach(() => {
  for (const connection of opened) connection.stop();
  opened = [];
});

/** A tab, and a function that waits for its state. */
async function openTab() {
  const waiting = new Set<(view: RepView) => void>();
  const connection = new RepConnection({
    baseUrl: deployment.url,
    token: await deployment.token('tab'),
    onChange: (view) => {
      for (const check of waiting) check(view);
    },
  });
  opened.push(connection);
  connection.start();
  const shows = (condition: (view: RepView) => boolean) =>
    new Promise<RepView>((resolve) => {
      const check = (view: RepView) => {
        if (!condition(view)) return;
        waiting.delete(check);
        resolve(view);
      };
      waiting.add(check);
      check(connection.view);
    });
  return { shows };
}

test('a tab shows the start, pause and end of a call, and the changes while the server was down', async () => {
  const { shows } = await openTab();
  await shows(({ link, version }) => link === 'live' && version !== null);
  await deployment.post('call-started', { phone_number: '+14155552671' });
  const started = await shows(({ call }) => call !== null);
  expect(started).toMatchObject({ call: { phone_number: '+14155552671' }, recording: { paused: false } });

  await deployment.post('recording-paused');
  await shows(({ recording }) => recording?.paused === true);

  await deployment.crashAndRestart();
  await deployment.post('call-ended');
  const ended = await shows(({ link, call }) => link === 'live' && call === null);
  expect(ended.recording?.paused).toBe(false);
  expect(ended.version).toBe((started.version ?? 0) + 2);
});
