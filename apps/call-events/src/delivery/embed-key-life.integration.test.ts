import { embedTokenSchema } from '@callside/schemas';
import type { ServiceProcess } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { addKey } from '../../test/support/organisations.ts';
import { Tab } from '../../test/support/tab.ts';

let deployment: Deployment;
let servers: [ServiceProcess, ServiceProcess];
let desk: RepAtWork;

beforeAll(async () => {
  deployment = await deploy();
  servers = [await deployment.start(), await deployment.start()];
});
afterAll(() => deployment.close());
beforeEach(async () => {
  desk = await newRepOf(deployment);
});

const newKey = () => addKey(deployment, desk.brand, { feature: 'embed' });

async function tokenOf({ key }: { key: string }): Promise<string> {
  const answer = await servers[0].client.send({
    path: `/${desk.brand.slug}/embed-tokens`,
    headers: { host: desk.brand.host, 'x-api-key': key },
    body: JSON.stringify({ email: desk.rep.email }),
  });
  return embedTokenSchema.parse(answer.json).token;
}

async function open(server: ServiceProcess, token: string): Promise<Tab> {
  const tab = new Tab({ port: server.port, host: desk.brand.host, token });
  deployment.clients.push(tab);
  await tab.hears('call.state');
  return tab;
}

/** Resolves when the tab was disconnected and then refused. */
const losesAccess = ({ socket }: Tab): Promise<string> =>
  new Promise((resolve) => socket.on('connect_error', ({ message }) => resolve(message)));

async function revoke({ id }: { id: string }): Promise<void> {
  await deployment.query('UPDATE api_keys SET revoked_at = clock_timestamp() WHERE id = $1', [id]);
}

it('the desks of a revoked key are closed within 5 s on every server, and no others', async () => {
  const [key, other] = [await newKey(), await newKey()];
  const tabs = [await open(servers[0], await tokenOf(key)), await open(servers[1], await tokenOf(key))];
  const kept = await open(servers[1], await tokenOf(other));
  const { id } = kept.socket;
  const lost = Promise.all(tabs.map(losesAccess));
  const revokedAt = Date.now();
  await revoke(key);
  expect(await lost).toEqual(['unauthorized', 'unauthorized']);
  expect(Date.now() - revokedAt).toBeLessThan(6_000);
  expect([kept.socket.id, kept.socket.connected]).toEqual([id, true]);
});

it('a desk lives by the key of its last token', async () => {
  const [first, second] = [await newKey(), await newKey()];
  const tab = await open(servers[0], await tokenOf(first));
  const { id } = tab.socket;
  const renewed = await tab.socket.timeout(5_000).emitWithAck('token.renew', { token: await tokenOf(second) });
  expect(renewed).toEqual({ expires_at: expect.any(String) });
  await revoke(first);
  await desk.on(servers[1]).send('call-started');
  await tab.hears('call.event');
  expect(tab.socket.id).toBe(id);
  const lost = losesAccess(tab);
  await revoke(second);
  expect(await lost).toBe('unauthorized');
});
