import { request } from 'node:http';
import { createPool } from '@callside/database';
import { type ServiceProcess, until } from '@callside/test-kit';
import type { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { addBrand } from '../../test/support/organisations.ts';
import { PeakMemory } from '../../test/support/process-memory.ts';
import { refusal, SocketClient } from '../../test/support/socket-client.ts';
import { socketLimits } from './connections/socket-limits.ts';

const mostMegabytes = 150;
const padding = 'x'.repeat(200_000);

let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;
let companion: Companion;

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  server = await deployment.start();
  // Warm-up: what any client makes the server load and compile.
  await newRepOf(deployment).then(async (other) => {
    await other.on(server).send('call-started');
    const first = await other.companion(server);
    await first.chunk(await first.open(), 1);
    await other.tab(server, 'polling');
  });
});
afterAll(() => deployment.close());
beforeEach(async () => {
  desk = await newRepOf(deployment);
  companion = await desk.companion(server);
  await desk.on(server).send('call-started');
});
afterEach(() => companion.close());

/** The peak increase of the server's memory. */
async function risesBy(work: () => Promise<void>): Promise<number> {
  const peak = new PeakMemory(server);
  await peak.forget();
  const before = await peak.megabytes();
  await work();
  return (await peak.megabytes()) - before;
}

/** A connection that was idle may be closed just when it is used again. */
async function isHealthy(): Promise<boolean> {
  const answer = await server.client.send({ method: 'GET', path: '/health' }).catch(() => null);
  return answer?.status === 200;
}

/** Sends up to `count` messages, until it is disconnected. */
async function flood({ socket }: SocketClient, count: number, send: (index: number) => void): Promise<void> {
  for (let index = 0; index < count && socket.connected; index += 1) {
    send(index);
    if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Locks the row of a session, so that requests for it wait. */
async function holdSession(sessionId: string): Promise<() => Promise<void>> {
  const pool = createPool({
    url: deployment.databaseUrl,
    maxConnections: 1,
    applicationName: 'holds a session',
    statementTimeoutMs: 60_000,
  });
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM transcription_sessions WHERE id = $1 FOR UPDATE', [sessionId]);
  return async () => {
    client.release(true);
    await pool.end();
  };
}

function webSocketOf({ socket }: SocketClient): { ping: (data: string) => void; _socket: { pause: () => void } } {
  return Object(socket.io.engine.transport).ws;
}

test.each<[string, (sessionId: string) => Promise<void>]>([
  [
    'hundreds of padded session.resume that wait',
    async (sessionId) => {
      const release = await holdSession(sessionId);
      await flood(companion, 500, () =>
        companion.socket.emit('session.resume', { session_id: sessionId, padding }, () => {}),
      );
      await release();
    },
  ],
  [
    'thousands of long chunks that wait',
    async (sessionId) => {
      const release = await holdSession(sessionId);
      const text = 'y'.repeat(16_000);
      const times = { started_at: '2026-03-01T12:00:00Z', ended_at: '2026-03-01T12:00:01Z' };
      await flood(companion, 2_000, (sequence) =>
        companion.socket.emit(
          'session.chunk',
          { session_id: sessionId, sequence, speaker: 'rep', text, ...times },
          () => {},
        ),
      );
      await release();
    },
  ],
  [
    'frames as long as a message may be',
    (sessionId) =>
      flood(companion, 200, () => companion.socket.emit('session.frame', sessionId, new Uint8Array(250_000))),
  ],
  ['unknown events', () => flood(companion, 200, () => companion.socket.emit('unknown', { padding }))],
  [
    'nested payloads that are far larger parsed than sent',
    () => {
      const packet = `2/companion,["session.resume",{"deep":[${Array(60_000).fill('{}').join()}]}]`;
      return flood(companion, 150, () => companion.socket.io.engine.write(packet));
    },
  ],
  [
    'requests and pings whose answers it does not read',
    async () => {
      const webSocket = webSocketOf(companion);
      webSocket._socket.pause();
      await flood(companion, 20_000, () => {
        webSocket.ping('p'.repeat(125));
        companion.socket.emit('session.resume', { session_id: 'none' }, () => {});
      });
    },
  ],
])('%s cost less than 150 MB', async (_what, attack) => {
  const sessionId = await companion.open();
  const rise = await risesBy(async () => {
    await attack(sessionId);
    await until('the server answers', isHealthy);
  });
  expect(rise).toBeLessThan(mostMegabytes);
  const other = await newRepOf(deployment);
  await other.on(server).send('call-started');
  const well = await other.companion(server);
  expect(await well.chunk(await well.open(), 1)).toEqual({ sequence: 1, duplicate: false });
});

test('a tab that sends garbage costs less than 150 MB, and is disconnected', async () => {
  const tab = await desk.tab(server);
  const disconnected = new Promise((resolve) => tab.socket.once('disconnect', resolve));
  const rise = await risesBy(async () => {
    await flood(tab, 500, () => tab.socket.emit('garbage', padding));
    await disconnected;
  });
  expect(rise).toBeLessThan(mostMegabytes);
  tab.close();
});

test('a polling request with thousands of namespace connects costs less than 150 MB, and is cut off', async () => {
  const headers = { host: desk.brand.host };
  const path = '/socket.io/?EIO=4&transport=polling';
  const opened = await server.client.send({ method: 'GET', path, headers });
  const { sid } = JSON.parse(opened.text.slice(1));
  const rise = await risesBy(async () => {
    await server.client.send({ path: `${path}&sid=${sid}`, headers, body: Array(80_000).fill('40').join('\x1e') });
  });
  expect(rise).toBeLessThan(mostMegabytes);
  expect((await server.client.send({ method: 'GET', path: `${path}&sid=${sid}`, headers })).status).toBe(400);
});

test('a tab that does not read its messages is disconnected before it costs 150 MB', async () => {
  const tab = await desk.tab(server);
  webSocketOf(tab)._socket.pause();
  const metadata = { note: 'm'.repeat(900_000) };
  const rise = await risesBy(async () => {
    for (let index = 0; index < 60; index += 1) await desk.on(server).send('hold-started', { metadata });
  });
  expect(rise).toBeLessThan(mostMegabytes);
  tab.close();
});

test('the service admits no connection to the namespace / on any host', async () => {
  for (const host of [desk.brand.host, 'nobody.example']) {
    expect(await refusal('/', { ...desk.tabAt(server), host })).toBe('unauthorized');
  }
});

test.each([
  ['tab', '/rep', 50],
  ['companion', '/companion', 20],
] as const)(
  'a rep may have a limited number of sockets as a %s on one instance, and further ones get the reason',
  async (kind, namespace, most) => {
    const brand = await addBrand(deployment);
    const many = await newRepOf(deployment, { brand });
    const opened = await Promise.all(
      Array.from({ length: most }, () => (kind === 'tab' ? many.tab(server) : many.companion(server))),
    );
    const address = kind === 'tab' ? many.tabAt(server) : many.companionAt(server);
    expect(await refusal(namespace, address)).toBe('too_many_sockets');
    const colleague = await newRepOf(deployment, { brand });
    expect(
      await refusal(namespace, kind === 'tab' ? colleague.tabAt(server) : colleague.companionAt(server)),
    ).toBeNull();
    opened[0]?.close();
    await until('there is room again', async () => (await refusal(namespace, address)) === null);
    for (const client of opened) client.close();
  },
);

test('tabs that connect at the same time get the reason as well when there are too many', async () => {
  const many = await newRepOf(deployment, { brand: await addBrand(deployment) });
  const clients = Array.from({ length: 53 }, () => new SocketClient('/rep', {}, many.tabAt(server)));
  const outcomes = await Promise.all(
    clients.map(
      ({ socket }) =>
        new Promise<string>((resolve) => {
          socket.on('connect', () => resolve('connected'));
          socket.on('connect_error', ({ message }) => resolve(message));
        }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'connected')).toHaveLength(50);
  expect(outcomes.filter((outcome) => outcome === 'too_many_sockets')).toHaveLength(3);
  expect(clients.filter(({ socket }) => socket.connected)).toHaveLength(50);
  for (const client of clients) client.close();
});

const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

describe('handshakes that no namespace admits', () => {
  let behindProxy: ServiceProcess;
  let desks: RepAtWork[];
  beforeAll(async () => {
    behindProxy = await deployment.start({ settings: { TRUST_PROXY: '127.0.0.1' } });
    const brand = await addBrand(deployment);
    desks = await Promise.all(Array.from({ length: 20 }, () => newRepOf(deployment, { brand })));
  });

  /** 101: the socket was opened, and is closed again. */
  const statusOf = (address: string, upgrade: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const path = `/socket.io/?EIO=4&transport=${'upgrade' in upgrade ? 'websocket' : 'polling'}&sid=x&sid=`;
      const headers = { host: desk.brand.host, 'x-forwarded-for': address, ...upgrade };
      const sent = request({ port: behindProxy.port, path, headers, agent: false });
      sent.on('upgrade', (_response, socket) => {
        socket.destroy();
        resolve(101);
      });
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end();
    });
  /** With each lot of sockets that present no token, asks what others get: the limit is refilled all the time. Resolves to all their statuses. */
  const statusesBeside = async (address: string, count: number, others: (() => Promise<number>)[]) => {
    const statuses = others.map(() => new Set<number>());
    for (let sent = 0; sent < count; sent += 50) {
      const lot = Array.from({ length: 50 }, () => statusOf(address));
      await Promise.all([...lot, ...others.map(async (other, index) => statuses[index]?.add(await other()))]);
    }
    return statuses.map((seen) => [...seen].toSorted());
  };

  test('are limited by the address of the client, on both transports, and an IPv6 address by its /64', async () => {
    const { burst } = socketLimits.anonymousHandshakes;
    const others = [
      () => statusOf('2001:db8::2'),
      () => statusOf('2001:db8::2', upgradeHeaders),
      () => statusOf('2001:db8:0:1::1'),
    ];
    const [polling, upgrade, elsewhere] = await statusesBeside('2001:db8::1', burst + 1_000, others);
    expect(polling).toContain(429);
    expect(upgrade).toContain(429);
    expect(elsewhere).toEqual([200]);
  });

  test('are not those of 500 tabs behind one address that return again and again', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let round = 0; round < 5; round += 1) {
      const tabs = desks.flatMap((each) =>
        Array.from({ length: 25 }, () => new SocketClient('/rep', {}, { ...each.tabAt(behindProxy), headers })),
      );
      await until('all tabs have the state', () => tabs.every(({ names }) => names.includes('call.state')), 60_000);
      for (const tab of tabs) tab.close();
    }
  });
});

describe.each([
  ['a polling request', {}],
  ['an upgrade to WebSocket', upgradeHeaders],
])('%s', (_what, upgrade) => {
  test.each(['https://evil.example', 'null'])(
    'a socket request of a page of %s is refused with 403',
    async (origin) => {
      const transport = 'upgrade' in upgrade ? 'websocket' : 'polling';
      const path = `/socket.io/?EIO=4&transport=${transport}`;
      const headers = { host: desk.brand.host, origin, ...upgrade };
      expect(await server.client.send({ method: 'GET', path, headers })).toMatchObject({
        status: 403,
        json: { detail: 'Origin must be this host.' },
      });
    },
  );
});
