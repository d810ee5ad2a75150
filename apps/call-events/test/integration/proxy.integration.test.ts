import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { digestApiKey, generateApiKey } from '@callside/auth';
import { findFreePort } from '@callside/embedded';
import { describeWith, HttpClient, type ServiceProcess, until } from '@callside/test-kit';
import { agree } from '../support/agreement.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../support/deployment.ts';
import { createDialler } from '../support/dialler.ts';
import { type PathRecorder, startPathRecorder } from '../support/path-recorder.ts';
import { ProxyProcess } from '../support/proxy-process.ts';
import { eventsOf } from '../support/records.ts';
import { keyPrefix } from '../support/service-under-test.ts';

let deployment: Deployment;
let ports: [number, number];
let servers: ServiceProcess[];
let proxy: ProxyProcess;
let recommender: PathRecorder;
let desk: RepAtWork;

async function setUp(start: typeof ProxyProcess.haproxy): Promise<void> {
  deployment = await deploy();
  ports = [await findFreePort(), await findFreePort()];
  servers = await Promise.all(ports.map(startOn));
  recommender = await startPathRecorder();
  proxy = await start({ callEvents: ports, recommender: recommender.port });
}

async function tearDown(): Promise<void> {
  await proxy?.stop();
  await recommender?.close();
  await deployment?.close();
}

const startOn = (port: number) =>
  deployment.start({ settings: { PORT: String(port), TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '5' } });

afterAll(async () => {
  await tearDown();
});
beforeEach(async () => {
  desk = await newRepOf(deployment);
});

describeWith({ haproxy: 'haproxy', openssl: 'openssl' })('haproxy with infra/proxy/haproxy.cfg', () => {
  beforeAll(() => setUp(ProxyProcess.haproxy));

  test('tabs on both transports get a call that is posted through it', async () => {
    const tabs = await Promise.all([desk.tab(proxy, 'websocket'), desk.tab(proxy, 'polling')]);
    expect((await desk.on(proxy).send('call-started')).status).toBe(200);
    for (const tab of tabs) expect((await tab.showsAfter(1)).call).not.toBeNull();
    const companion = await desk.companion(proxy);
    await desk.on(proxy).send('recording-paused');
    await until('the pause', () => companion.recordingStates.at(-1)?.paused === true);
  });

  test('a connection on which no request arrives is closed without an answer', isClosedUnanswered);

  test('the Host chooses the brand: a key of another brand is refused there', async () => {
    const other = await newRepOf(deployment);
    expect((await desk.on(proxy).send('call-started')).status).toBe(200);
    expect((await other.on(proxy).send('call-started')).status).toBe(200);
    const wrong = createDialler(proxy.client, { host: other.brand.host, key: desk.brand.key });
    const forwarded = { 'x-forwarded-host': desk.brand.host, forwarded: `host=${desk.brand.host}` };
    const refused = await wrong.post('call-ended', { agent_email: desk.rep.email }, forwarded);
    expect(refused.status).toBe(401);
  });

  test('the services see the address of the client, and no header of the client changes it', async () => {
    const client = new HttpClient(proxy.port, { ca: proxy.ca, localAddress: '127.0.0.2' });
    const post = async (allowed: string) => {
      const key = await issueKeyFor(allowed);
      const dialler = createDialler(client, { host: desk.brand.host, key });
      const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
      return (await dialler.post('call-started', { agent_email: desk.rep.email, phone_number: '+14155550134' }, forged))
        .status;
    };
    expect([await post('127.0.0.2'), await post('127.0.0.1'), await post('203.0.113.9')]).toEqual([200, 401, 401]);
    client.close();
    const refused = 'SELECT DISTINCT address FROM refused_requests WHERE brand_id = $1';
    await until('the refusals are on file', async () => {
      const rows = await deployment.query<{ address: string }>(refused, [desk.brand.id]);
      return rows.length === 1 && rows[0]?.address === '127.0.0.2';
    });
    expect(proxy.log).toContain('127.0.0.2:');
    expect(proxy.log).not.toContain('203.0.113.9');
  });

  test('long polling stays on the instance that the cookie names', async () => {
    const { host } = desk.brand;
    const opened = await get('/socket.io/?EIO=4&transport=polling');
    const cookie = String(opened.headers['set-cookie']);
    expect(cookie).toMatch(/^callside-instance=[12]; path=\/; HttpOnly; Secure/);
    const sid = /"sid":"([^"]+)"/.exec(opened.text)?.[1];
    const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
    const own = cookie.startsWith('callside-instance=1') ? '1' : '2';
    const other = own === '1' ? '2' : '1';
    expect((await get(path, { cookie: `callside-instance=${other}` })).text).toContain('Session ID unknown');
    const poll = get(path, { cookie: `callside-instance=${own}` });
    const connect = proxy.client.send({
      path,
      headers: { host, cookie: `callside-instance=${own}`, 'content-type': 'text/plain' },
      body: '40/rep,{}',
    });
    expect((await connect).status).toBe(200);
    expect((await poll).status).toBe(200);
  });

  test('a browser stays on the instance that sent its page, and a webhook gets no cookie', async () => {
    const cookie = String((await get('/health/live')).headers['set-cookie']);
    const instance = /^callside-instance=([12]); path=\/; HttpOnly; Secure/.exec(cookie)?.[1];
    for (let file = 0; file < 4; file += 1) {
      await get('/assets/of-a-page.js', { cookie: `callside-instance=${instance}` });
    }
    const line = / GET \/assets\/of-a-page\.js .* call_events\/call-events-([12]) /g;
    const asked = () => [...proxy.log.matchAll(line)].map(([, number]) => number);
    await until('the requests are logged', () => asked().length === 4);
    expect(new Set(asked())).toEqual(new Set([instance]));
    const webhook = await desk.on(proxy).send('call-started');
    expect([webhook.status, webhook.headers['set-cookie']]).toEqual([200, undefined]);
  });

  test('requests for offers and deliveries of shops, up to 4 MiB, reach the recommender', sendToRecommender);

  test('HTTP is sent to HTTPS, metrics are hidden, and a body above 1 MiB gets the 413 of the service', async () => {
    const http = new HttpClient(proxy.httpPort);
    for (const host of [desk.brand.host, `${desk.brand.host}:80`]) {
      const { status, headers } = await http.send({ path: '/call-events/x?y=1', headers: { host } });
      expect([status, headers.location]).toEqual([308, `https://${desk.brand.host}/call-events/x?y=1`]);
    }
    http.close();
    for (const path of ['/metrics', '/Metrics/', '/metrics?x=1']) {
      const answer = await proxy.client.send({ method: 'GET', path });
      expect([answer.status, answer.json]).toEqual([404, { detail: 'Not Found' }]);
    }
    const straight = await servers[0]?.client.send({ method: 'GET', path: '/metrics' });
    expect(straight?.status).toBe(200);
    const metadata = { text: 'x'.repeat(1024 * 1024) };
    expect((await desk.on(proxy).send('call-started', { metadata })).status).toBe(413);
  });

  test('a rolling restart of both instances fails no request, loses no event, and tabs show the last one', async () => {
    const tabs = await Promise.all([desk.tab(proxy, 'websocket'), desk.tab(proxy, 'polling')]);
    const senders = new Senders(desk, proxy.client, 4);
    for (const [index, port] of ports.entries()) {
      const before = senders.answered;
      await until('events before the restart', () => senders.answered > before + 20);
      const server = servers[index];
      server?.kill('SIGTERM');
      await server?.ended();
      const left = await get('/health/live', { cookie: `callside-instance=${index + 1}` });
      expect([left.status, String(left.headers['set-cookie'])]).toEqual([
        200,
        expect.stringMatching(`^callside-instance=${2 - index};`),
      ]);
      servers[index] = await startOn(port);
      await until('the proxy uses it again', () => wasFoundUp(index + 1));
    }
    const last = senders.answered;
    await until('events after the restart', () => senders.answered > last + 20);
    const { statuses, ids } = await senders.stop();
    expect(new Set(statuses)).toEqual(new Set([200]));
    const stored = (await eventsOf(deployment, desk.rep)).map(({ event_id }) => event_id);
    expect(stored.toSorted()).toEqual(ids.toSorted());
    await agree(deployment.query, [{ desk, tabs }]);
    for (const tab of tabs) expect(tab.faults).toEqual([]);
  });
});

describeWith({ nginx: 'nginx', openssl: 'openssl' })('nginx with infra/proxy/nginx.conf', () => {
  beforeAll(async () => {
    await tearDown();
    await setUp(ProxyProcess.nginx);
  });

  test('requests for offers and deliveries of shops, up to 4 MiB, reach the recommender', sendToRecommender);

  test('a connection on which no request arrives is closed without an answer', isClosedUnanswered);

  test('a call that is posted through it reaches tabs on both transports', async () => {
    const tabs = await Promise.all([desk.tab(proxy, 'websocket'), desk.tab(proxy, 'polling')]);
    expect(await desk.on(proxy).send('call-started')).toMatchObject({
      status: 200,
      json: { accepted: true },
    });
    for (const tab of tabs) expect((await tab.showsAfter(1)).call).not.toBeNull();
    expect((await proxy.client.send({ method: 'GET', path: '/metrics' })).status).toBe(404);
  });
});

function get(path: string, headers: Record<string, string> = {}) {
  return proxy.client.send({ method: 'GET', path, headers: { host: desk.brand.host, ...headers } });
}

async function isClosedUnanswered(): Promise<void> {
  expect(await text(connect(proxy.httpPort, '127.0.0.1'))).toBe('');
}

async function sendToRecommender(): Promise<void> {
  const post = (path: string, body: string) => proxy.client.send({ path, headers: { host: desk.brand.host }, body });
  for (const path of ['/recommend', '/purchase', '/purchase/p1/void', '/recommendations/r1/why-not/a%2Fb']) {
    expect((await post(path, '{}')).text).toBe(`${path} 2`);
  }
  const largest = 'x'.repeat(4 * 1024 * 1024);
  for (const shop of ['shopify', 'woocommerce']) {
    const answer = await post(`/shops/${shop}`, largest);
    expect(answer.text).toBe(`/shops/${shop} ${largest.length}`);
  }
}

function wasFoundUp(server: number): boolean {
  return proxy.log.includes(`Server call_events/call-events-${server} is UP`);
}

async function issueKeyFor(address: string): Promise<string> {
  const key = generateApiKey(keyPrefix);
  await deployment.query(
    `INSERT INTO api_keys (id, brand_id, feature, key_sha256, last_four, allowed_addresses)
     VALUES ($1, $2, 'call-events', $3, $4, ARRAY[$5])`,
    [randomUUID(), desk.brand.id, digestApiKey(key), key.slice(-4), address],
  );
  return key;
}

/** Diallers that post one event after another, each after the answer to the one before. */
class Senders {
  readonly statuses: number[] = [];
  readonly ids: string[] = [];
  readonly #running: Promise<void>[];
  #isStopped = false;

  constructor(at: RepAtWork, client: HttpClient, count: number) {
    this.#running = Array.from({ length: count }, () => this.#run(at, client));
  }

  get answered(): number {
    return this.statuses.length;
  }

  async stop(): Promise<this> {
    this.#isStopped = true;
    await Promise.all(this.#running);
    return this;
  }

  async #run(at: RepAtWork, client: HttpClient): Promise<void> {
    for (let round = 0; !this.#isStopped; round += 1) {
      const event_id = randomUUID();
      this.ids.push(event_id);
      const sent = at.on({ client }).send(round % 2 === 0 ? 'recording-paused' : 'recording-resumed', { event_id });
      this.statuses.push(
        await sent.then(
          ({ status }) => status,
          () => 0,
        ),
      );
    }
  }
}
