import { RedisProcess, type ServiceProcess, TcpProxy, until } from '@callside/test-kit';
import type { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { stateOf } from '../../test/support/records.ts';

// An acknowledged pause reaches the companion in any failure in which its server can reach PostgreSQL.
const obeyedWithinMs = 5_000;

let redis: RedisProcess;
let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let desk: RepAtWork;
let companion: Companion;

async function startCall(): Promise<void> {
  desk = await newRepOf(deployment);
  companion = await desk.companion(two);
  // At its own server, so that the companion gets it at once.
  await desk.on(two).send('call-started');
  await companion.hears('recording.state', 2);
  companion.forget();
}

async function expectObeyed(paused: boolean): Promise<void> {
  const { recording_sequence: sequence } = await stateOf(deployment, desk.rep);
  const isObeyed = () => companion.recordingStates.at(-1)?.sequence === sequence;
  await until(`the companion applies the state (paused: ${paused})`, isObeyed, obeyedWithinMs);
  expect(companion.recordingStates.at(-1)).toMatchObject({ paused, sequence });
}

afterEach(() => {
  for (const client of deployment.clients) {
    expect(client.faults).toEqual([]);
    client.close();
  }
});

describe('without Redis', () => {
  beforeAll(async () => {
    redis = await RedisProcess.reserve();
    deployment = await deploy({ redisUrl: redis.url });
    [one, two] = await Promise.all([deployment.start(), deployment.start()]);
  });
  afterAll(() => deployment.close());
  beforeEach(startCall);

  test.each<[string, () => Promise<unknown>]>([
    ['handles a hold of that rep', () => desk.on(two).send('hold-started')],
    ['sends the first state to a tab of that rep', () => desk.tab(two)],
    ['sends the first state to another companion of that rep', () => desk.companion(two)],
  ])('a pause at another server reaches the companion within 5 s while its own server %s', async (_what, mask) => {
    expect((await desk.on(one).send('recording-paused')).status).toBe(200);
    await mask();
    await expectObeyed(true);
  });

  test('a companion gets each state once while its own server continues to handle holds', async () => {
    await desk.on(one).send('recording-paused');
    const holds = setInterval(() => void desk.on(two).send('hold-started'), 50);
    await expectObeyed(true).finally(() => clearInterval(holds));
    await desk.on(two).send('recording-resumed');
    await expectObeyed(false);
    expect(companion.recordingStates.map(({ paused }) => paused)).toEqual([true, false]);
  });

  test('a pause of a call is lifted before the next call, of both of which its own server missed everything', async () => {
    await desk.on(one).send('recording-paused');
    await expectObeyed(true);
    companion.forget();
    await desk.on(one).send('call-started', { phone_number: '+447700900456' });
    await desk.on(one).send('recording-paused');
    await expectObeyed(true);
    expect(companion.names.slice(0, 3)).toEqual(['recording.state', 'call.ended', 'call.started']);
    expect(companion.recordingStates[0]).toMatchObject({ paused: false, call_reference: null });
  });

  test('a tab gets what it missed even if another tab of the rep has connected to its server since', async () => {
    const tab = await desk.tab(two);
    await desk.on(one).send('hold-started');
    await desk.tab(two);
    await until('the hold is shown', () => tab.state?.call?.on_hold === true, obeyedWithinMs);
  });

  test('a tab gets a pause that a companion at its server has already confirmed', async () => {
    const tab = await desk.tab(two);
    await desk.on(one).send('recording-paused');
    // Reads the pause on connect and confirms it.
    await desk.companion(two);
    await tab.hears('recording.confirmation');
    await until('the pause is shown', () => tab.state?.recording?.paused === true, obeyedWithinMs);
  });
});

describe('on a Redis connection that failed without notice', () => {
  let network: TcpProxy;

  beforeAll(async () => {
    redis = await RedisProcess.reserve();
    await redis.start();
    deployment = await deploy({ redisUrl: redis.url });
    network = await TcpProxy.start(redis.port);
    [one, two] = await Promise.all([
      deployment.start({ redisUrl: `redis://127.0.0.1:${network.port}` }),
      deployment.start(),
    ]);
    await Promise.all(
      [one, two].map(({ client }) =>
        until('Redis is up', async () => {
          const { json } = await client.send({ method: 'GET', path: '/health' });
          return Object(json).redis === 'up';
        }),
      ),
    );
  });
  afterAll(async () => {
    await deployment.close();
    await network.close();
    await redis.kill();
  });

  test('a pause whose publish is lost reaches the companion within 5 s', async () => {
    await startCall();
    network.freeze();
    await desk.on(one).send('recording-paused');
    await expectObeyed(true);
  });
});
