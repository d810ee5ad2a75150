import { randomUUID } from 'node:crypto';
import type { ServiceProcess } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../support/deployment.ts';
import { refusal } from '../support/socket-client.ts';

jest.setTimeout(120_000);

let deployment: Deployment;
let desk: RepAtWork;
const [oldSecret, newSecret] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  deployment = await deploy({ secret: oldSecret });
  desk = await newRepOf(deployment);
});
afterAll(() => deployment.close());

const startWith = (secrets: string): Promise<ServiceProcess> =>
  deployment.start({ settings: { SESSION_SECRET: secrets } });

test('instances with the old secret and with both serve the same tokens, until the old secret is removed', async () => {
  const [old, both] = await Promise.all([startWith(oldSecret), startWith(`${newSecret},${oldSecret}`)]);
  const tabs = [await desk.tab(old), await desk.tab(both)];
  await desk.on(both).send('call-started');
  for (const tab of tabs) expect((await tab.showsAfter(1)).call).not.toBeNull();
  const last = await startWith(newSecret);
  expect(await refusal('/rep', desk.tabAt(both))).toBeNull();
  expect(await refusal('/rep', desk.tabAt(last))).toBe('unauthorized');
  expect((await desk.on(last).send('call-ended')).status).toBe(200);
});
