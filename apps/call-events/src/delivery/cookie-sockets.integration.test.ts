import { type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { refusal } from '../../test/support/socket-client.ts';
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

async function post(path: string, headers: Record<string, string>) {
  return servers[0].client.send({
    method: 'POST',
    path: `/${desk.brand.slug}${path}`,
    headers: { host: desk.brand.host, ...headers },
  });
}

/** Signs the rep in; resolves to the Cookie header. */
async function signIn(): Promise<string> {
  const token = await deployment.token(desk.rep, desk.brand, 'api');
  const answer = await post('/sign-in', { authorization: `Bearer ${token}` });
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

const addressOf = (server: ServiceProcess, cookie: string, origin?: string) => ({
  port: server.port,
  host: desk.brand.host,
  headers: { cookie, ...(origin !== undefined && { origin }) },
});

async function open(server: ServiceProcess, cookie: string): Promise<Tab> {
  const tab = new Tab(addressOf(server, cookie));
  deployment.clients.push(tab);
  await tab.hears('call.state');
  return tab;
}

/** Resolves when the tab was disconnected and then refused. */
function losesAccess({ socket }: Tab): Promise<string> {
  return new Promise((resolve) => socket.on('connect_error', ({ message }) => resolve(message)));
}

const limitMs = 5_000;
const within = async <Result>(work: Promise<Result>): Promise<Result> => {
  const startedAt = Date.now();
  const result = await work;
  expect(Date.now() - startedAt).toBeLessThan(limitMs + 1_000);
  return result;
};

it('a tab without a token is admitted by the cookie, and gets the events of its rep', async () => {
  const tab = await open(servers[0], await signIn());
  await desk.on(servers[1]).send('call-started');
  await tab.hears('call.event');
  expect(tab.faults).toEqual([]);
  tab.close();
});

it('sign-out closes the tabs of the session on every server within 5 s, and no others', async () => {
  const [cookie, other] = [await signIn(), await signIn()];
  const tabs = [await open(servers[0], cookie), await open(servers[1], cookie)];
  const kept = await open(servers[1], other);
  const { id } = kept.socket;
  const lost = Promise.all(tabs.map(losesAccess));
  expect((await post('/sign-out', { cookie })).status).toBe(204);
  expect(await within(lost)).toEqual(['unauthorized', 'unauthorized']);
  expect(kept.socket.id).toBe(id);
  expect(kept.socket.connected).toBe(true);
});

it('an expired session closes its tabs within 5 s', async () => {
  const tab = await open(servers[0], await signIn());
  const lost = losesAccess(tab);
  await deployment.query('UPDATE sessions SET expires_at = clock_timestamp() WHERE user_id = $1', [desk.rep.id]);
  expect(await within(lost)).toBe('unauthorized');
});

it('the deactivation of the user closes the tabs of the session within 5 s', async () => {
  const tab = await open(servers[1], await signIn());
  const lost = new Promise((resolve) => tab.socket.once('disconnect', resolve));
  await deployment.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [desk.rep.id]);
  await within(lost);
  tab.socket.connect();
  expect(await losesAccess(tab)).toBe('unauthorized');
});

it('a tab stays connected beyond the first expiry when the session is renewed', async () => {
  const cookie = await signIn();
  const tab = await open(servers[0], cookie);
  const { id } = tab.socket;
  await deployment.query(
    `UPDATE sessions SET expires_at = clock_timestamp() + interval '2 seconds', renewed_at = clock_timestamp() - interval '1 hour'
      WHERE user_id = $1`,
    [desk.rep.id],
  );
  const renewed = await servers[1].client.send({
    method: 'GET',
    path: `/${desk.brand.slug}/me`,
    headers: { host: desk.brand.host, cookie },
  });
  expect(renewed.status).toBe(200);
  const firstExpiry = Date.now() + 2_000;
  await until('the first expiry is over for a while', () => Date.now() > firstExpiry + 2_500);
  expect(tab.socket.id).toBe(id);
});

it('the first connection of an invited user with a session makes them active', async () => {
  const cookie = await signIn();
  await deployment.query(`UPDATE users SET status = 'invited' WHERE id = $1`, [desk.rep.id]);
  await open(servers[0], cookie);
  const [user] = await deployment.query<{ status: string }>('SELECT status FROM users WHERE id = $1', [desk.rep.id]);
  expect(user?.status).toBe('active');
});

it.each<[string, () => Promise<Parameters<typeof refusal>[1]>]>([
  ['without a cookie', async () => addressOf(servers[0], '')],
  ['with a cookie that has no session', async () => addressOf(servers[0], `callside_session=${'A'.repeat(43)}`)],
  ['with a token in the cookie', async () => addressOf(servers[0], `callside_session=${await bearer()}`)],
  ['with a bad token and the cookie', async () => ({ ...addressOf(servers[0], await signIn()), token: 'bad' })],
  [
    'with the cookie on the host of another brand',
    async () => ({ ...addressOf(servers[0], await signIn()), host: (await newRepOf(deployment)).brand.host }),
  ],
])('a tab %s is refused', async (_name, addressed) => {
  expect(await refusal('/rep', await addressed())).toBe('unauthorized');
});

it('a companion is not admitted by the cookie', async () => {
  expect(await refusal('/companion', addressOf(servers[0], await signIn()))).toBe('unauthorized');
});

it('a page of another origin cannot open a tab with the cookie', async () => {
  const foreign = addressOf(servers[0], await signIn(), 'https://evil.example');
  expect(await refusal('/rep', { ...foreign, transport: 'websocket' })).not.toBeNull();
  expect(await refusal('/rep', { ...foreign, transport: 'polling' })).not.toBeNull();
  const own = addressOf(servers[0], await signIn(), `http://${desk.brand.host}:${servers[0].port}`);
  expect(await refusal('/rep', own)).toBeNull();
});

const bearer = () => deployment.token(desk.rep, desk.brand, 'api');
