import type { Recording } from '@callside/schemas';
import { RedisProcess, type ServiceProcess, TcpProxy, until } from '@callside/test-kit';
import type { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { stateOf } from '../../test/support/records.ts';
import type { Transport } from '../../test/support/socket-client.ts';
import type { Tab } from '../../test/support/tab.ts';

const shownWithinMs = 5_000;

let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let desk: RepAtWork;
let tabs: Tab[];

async function openDesk(): Promise<void> {
  desk = await newRepOf(deployment);
  tabs = await Promise.all([desk.tab(one), desk.tab(two)]);
}

afterEach(() => {
  for (const client of deployment.clients) {
    expect(client.faults).toEqual([]);
    client.close();
  }
});

async function allShow(expected: Partial<Recording>): Promise<void> {
  const differs = () =>
    tabs.filter(({ state }) => {
      const { companion, state: knowledge } = state?.recording ?? {};
      return companion !== expected.companion || knowledge !== expected.state;
    });
  await until(`every tab shows ${JSON.stringify(expected)}`, () => differs().length === 0, shownWithinMs).catch(
    (error: unknown) => {
      throw new Error(`${error}; shown: ${JSON.stringify(tabs.map(({ state }) => state?.recording))}`);
    },
  );
}

function confirmationsOf(tab: Tab, sequence: number): unknown[] {
  return tab.named('recording.confirmation').filter((payload) => Object(payload).sequence === sequence);
}

const confirmed = { companion: 'connected', state: 'confirmed' } as const;
const requested = { companion: 'connected', state: 'requested' } as const;
const unknown = { companion: 'absent', state: 'unknown' } as const;

describe('with Redis', () => {
  beforeAll(async () => {
    deployment = await deploy();
    [one, two] = await Promise.all([deployment.start(), deployment.start()]);
  });
  afterAll(() => deployment.close());
  beforeEach(openDesk);

  test('the recording state is unknown without a companion, also after one has disconnected', async () => {
    await desk.on(one).send('call-started');
    for (const tab of tabs) expect((await tab.showsAfter(1)).recording).toMatchObject(unknown);
    const companion = await desk.companion(two);
    await allShow(confirmed);
    const late = await desk.tab(one);
    expect(late.state?.recording).toMatchObject(confirmed);
    companion.close();
    await allShow(unknown);
    for (const tab of tabs) {
      expect(tab.named('companion.presence')).toMatchObject([{ connected: true }, { connected: false }]);
    }
    const reloaded = await desk.tab(two);
    const { recording_sequence: sequence } = await stateOf(deployment, desk.rep);
    expect(reloaded.state?.recording).toMatchObject({ ...unknown, confirmation: { sequence } });
  });

  test.each([
    ['user', 'SELECT FROM users WHERE id = $1 FOR UPDATE'],
    ['live call', 'SELECT FROM calls WHERE user_id = $1 FOR UPDATE'],
  ])(
    'while somebody holds the row of the %s of a rep, companions of others connect, confirm and leave',
    async (_, sql) => {
      const held = await newRepOf(deployment);
      await Promise.all([held, desk].map((each) => each.on(one).send('call-started')));
      const late = await held.companion(two);
      const holder = await deployment.pool.connect();
      try {
        await holder.query('BEGIN');
        await holder.query(sql, [held.rep.id]);
        // Each of these writes shares its statement with what waits for the held rep.
        late.close();
        const companion = await desk.companion(two);
        await allShow(confirmed);
        companion.close();
        await allShow(unknown);
      } finally {
        await holder.query('COMMIT');
        holder.release();
      }
      await until('the loss of the companion of the held rep is on file', async () => {
        const rows = await deployment.query(
          'SELECT FROM companion_connections WHERE user_id = $1 AND ended_as IS NOT NULL',
          [held.rep.id],
        );
        return rows.length === 1;
      });
    },
  );

  test('a pause is requested until every companion has acknowledged it, and is confirmed once', async () => {
    const first = await desk.companion(one);
    const second = await desk.companion(two);
    await desk.on(one).send('call-started');
    await allShow(confirmed);
    let letGo = () => {};
    second.answer = null;
    second.socket.on('recording.state', ({ sequence }, acknowledge) => {
      letGo = () => acknowledge({ applied: sequence });
    });
    for (const tab of tabs) tab.forget();
    await desk.on(one).send('recording-paused');
    await allShow(requested);
    const { recording_sequence: sequence } = await stateOf(deployment, desk.rep);
    await until('the first has acknowledged', async () => {
      const [row] = await deployment.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM companion_connections WHERE acknowledged_sequence = $1',
        [sequence],
      );
      return row?.count === 1;
    });
    await desk.on(two).send('hold-started');
    for (const tab of tabs) expect((await tab.showsAfter(2)).recording).toMatchObject(requested);
    for (const tab of tabs) expect(confirmationsOf(tab, sequence)).toEqual([]);
    await second.hears('recording.state', 3);
    letGo();
    await allShow(confirmed);
    for (const tab of tabs) expect(confirmationsOf(tab, sequence)).toMatchObject([{ paused: true }]);
    first.close();
  });

  test('a new companion makes the state requested again until it has acknowledged or disconnected', async () => {
    await desk.companion(one);
    await desk.on(one).send('call-started');
    await allShow(confirmed);
    const silent = await silentCompanion(two);
    await allShow(requested);
    silent.close();
    await allShow(confirmed);
  });

  test('a silent companion stays connected: its client answers pings automatically', async () => {
    const companion = await desk.companion(two);
    await allShow(confirmed);
    let pings = 0;
    companion.socket.io.engine.on('packet', ({ type }) => {
      if (type === 'ping') pings += 1;
    });
    await until('six pings', () => pings >= 6);
    for (const tab of tabs) expect(tab.state?.recording).toMatchObject(confirmed);
    expect(companion.named('recording.state')).toHaveLength(1);
  });
});

describe('without Redis', () => {
  beforeAll(async () => {
    const redis = await RedisProcess.reserve();
    deployment = await deploy({ redisUrl: redis.url });
    one = await deployment.start();
  });
  afterAll(() => deployment.close());
  beforeEach(async () => {
    two = await deployment.start();
    await openDesk();
    await desk.on(one).send('call-started');
  });
  afterEach(() => {
    two.kill('SIGKILL');
  });

  test.each<Transport>(['websocket', 'polling'])(
    'tabs of every server show within 5 s that a companion over %s hangs',
    async (transport) => {
      const network = await TcpProxy.start(two.port);
      const companion = await silentCompanion({ ...two, port: network.port }, transport, ({ sequence }) => ({
        applied: sequence,
      }));
      await allShow(confirmed);
      network.freeze();
      await allShow(unknown);
      companion.close();
      await network.close();
    },
  );

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    "tabs of another server know within 5 s that the companion's server got %s",
    async (signal) => {
      await desk.companion(two);
      await allShow(confirmed);
      tabs = tabs.slice(0, 1);
      two.kill(signal);
      await allShow(unknown);
    },
  );

  test('after a long stop, a server counts its companions again, and the tabs show them', async () => {
    await desk.companion(two);
    await allShow(confirmed);
    tabs = tabs.slice(0, 1);
    two.kill('SIGSTOP');
    await allShow(unknown);
    await deployment.query('DELETE FROM service_instances WHERE seen_at < clock_timestamp() - interval $$3 s$$');
    two.kill('SIGCONT');
    await allShow(confirmed);
  });
});

async function silentCompanion(
  server: Pick<ServiceProcess, 'port'>,
  transport: Transport = 'websocket',
  answer: Companion['answer'] = null,
): Promise<Companion> {
  const companion = desk.newCompanion(server, transport);
  companion.answer = answer;
  await companion.hears('recording.state');
  return companion;
}
