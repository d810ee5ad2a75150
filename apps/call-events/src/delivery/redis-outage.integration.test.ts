import { setTimeout as pause } from 'node:timers/promises';
import { RedisProcess, type ServiceProcess, until } from '@callside/test-kit';
import { createClient } from 'redis';
import { agree } from '../../test/support/agreement.ts';
import type { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { answer } from '../../test/support/dialler.ts';
import { addBrand } from '../../test/support/organisations.ts';
import { countEvents } from '../../test/support/records.ts';
import type { Tab } from '../../test/support/tab.ts';
import { Traffic } from '../../test/support/traffic.ts';

const outageMs = Number(process.env.REDIS_OUTAGE_SECONDS ?? 6) * 1000;
const healedWithinMs = 2_000;

let redis: RedisProcess;
let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let watched: { desk: RepAtWork; tabs: Tab[] }[];

beforeEach(async () => {
  redis = await RedisProcess.reserve();
  deployment = await deploy({ redisUrl: redis.url });
});
afterEach(async () => {
  for (const { tabs } of watched) {
    for (const tab of tabs) {
      tab.close();
      expect(tab.faults).toEqual([]);
    }
  }
  redis.wake();
  await deployment.close();
  await redis.kill();
});

async function openDesks(count: number): Promise<void> {
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
  const brand = await addBrand(deployment);
  const desks = await Promise.all(Array.from({ length: count }, () => newRepOf(deployment, { brand })));
  watched = await Promise.all(
    desks.map(async (desk) => ({ desk, tabs: await Promise.all([desk.tab(one), desk.tab(two)]) })),
  );
}

async function redisIs(
  state: 'up' | 'down',
  { limitMs, servers = [one, two] }: { limitMs?: number; servers?: ServiceProcess[] } = {},
): Promise<void> {
  for (const { client } of servers) {
    const isSo = async () => Object((await client.send({ method: 'GET', path: '/health' })).json).redis === state;
    await until(`Redis is ${state}`, isSo, limitMs);
  }
}

const agreement = (limitMs: number) => agree(deployment.query, watched, limitMs);

function startTraffic(): Traffic {
  return new Traffic({ reps: watched.map(({ desk }) => desk), servers: [one, two], eventsPerSecond: 50 });
}

async function expectUnharmed(traffic: Traffic): Promise<void> {
  expect(traffic.statuses).toEqual(new Set([200]));
  expect(traffic.slowestMs).toBeLessThan(2_000);
  expect([one.isAlive, two.isAlive]).toEqual([true, true]);
  expect(await countEvents(deployment)).toBeGreaterThan(0);
}

describe.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
  ['is killed', () => redis.kill(), () => redis.start()],
  ['hangs', () => redis.hang(), () => redis.wake()],
])('a Redis that %s', (_what, strike, heal) => {
  test(
    'fails no webhook under traffic, and every tab is correct soon after it returns',
    async () => {
      await redis.start();
      await openDesks(10);
      await redisIs('up');
      const traffic = startTraffic();
      await pause(500);
      await strike();
      await pause(outageMs);
      await heal();
      await pause(300);
      await traffic.stop();
      await agreement(healedWithinMs);
      await expectUnharmed(traffic);
      await redisIs('up');
    },
    180_000 + outageMs,
  );

  test('leaves the tabs unchanged and the servers ready when there is no traffic', async () => {
    await redis.start();
    await openDesks(2);
    await redisIs('up');
    await strike();
    await redisIs('down', { limitMs: 15_000 });
    const [first] = watched;
    expect((await first!.desk.on(one).send('call-started')).json).toEqual(answer({ delivered: 1 }));
    await first!.tabs[0]!.showsAfter(1);
    await heal();
    await agreement(healedWithinMs);
  });
});

test.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
  ['was killed', () => redis.kill(), () => redis.start()],
  ['hung', () => redis.hang(), () => redis.wake()],
])(
  'tabs of both instances get each event that was recorded while Redis %s, once, and later tabs do not',
  async (_what, strike, heal) => {
    await redis.start();
    await openDesks(1);
    await redisIs('up');
    const [{ desk, tabs }] = watched as [(typeof watched)[number]];
    const heard = () => tabs.map(({ events }) => events.map(({ event_id }) => event_id).sort());
    await desk.on(one).send('hold-started', { event_id: 'before' });
    await tabs[1]!.showsAfter(1);
    await strike();
    const sent = ['1 without a call', '2 start', '3 pause', '4 end'];
    await desk.on(one).send('hold-started', { event_id: sent[0] });
    await desk.on(two).send('call-started', { event_id: sent[1] });
    await desk.on(one).send('recording-paused', { event_id: sent[2] });
    await desk.on(two).send('call-ended', { event_id: sent[3] });
    await redisIs('down', { limitMs: 15_000 });
    const all = [...sent, 'before'].sort();
    await until('the events are shown without Redis', () => heard().every((ids) => ids.length >= all.length));
    const late = await desk.tab(two);
    await heal();
    await redisIs('up', { limitMs: 15_000 });
    await pause(5_000);
    expect(heard()).toEqual([all, all]);
    expect(late.events).toEqual([]);
    late.close();
  },
  90_000,
);

test('tabs of an instance that stood still and lost its subscription get each event that another one recorded', async () => {
  await redis.start();
  await openDesks(1);
  await redisIs('up');
  const [{ desk, tabs }] = watched as [(typeof watched)[number]];
  two.kill('SIGSTOP');
  const client = await createClient({ url: redis.url }).connect();
  await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
  client.destroy();
  const sent = ['1', '2', '3', '4', '5'];
  for (const event_id of sent) await desk.on(one).send('hold-started', { event_id });
  await pause(3_000);
  two.kill('SIGCONT');
  await until('the events are shown', () => tabs[1]!.events.length >= sent.length);
  expect(tabs[1]!.events.map(({ event_id }) => event_id)).toEqual(sent);
});

test('an event that is too large for a message between instances reaches the tabs of the other instance as well', async () => {
  await redis.start();
  await openDesks(1);
  await redisIs('up');
  const [{ desk, tabs }] = watched as [(typeof watched)[number]];
  const eventId = 'x'.repeat(300 * 1024);
  await desk.on(one).send('hold-started', { event_id: eventId });
  await tabs[1]!.showsAfter(1);
  expect(tabs[1]!.events[0]?.event_id).toBe(eventId);
});

test('a Redis that is unavailable at the start is used when it becomes available', async () => {
  await openDesks(3);
  const traffic = startTraffic();
  await until('some traffic', () => traffic.sent.length > 50);
  await redisIs('down');
  await redis.start();
  await redisIs('up');
  await traffic.stop();
  await agreement(healedWithinMs);
  await expectUnharmed(traffic);
  for (const { desk, tabs } of watched) {
    for (const tab of tabs) tab.forget();
    await desk.on(one).send('hold-started');
    for (const tab of tabs) await tab.showsAfter(1);
  }
});

test('/health stays 200 without Redis, and reports degraded', async () => {
  await openDesks(0);
  await redisIs('down');
  const { status, json } = await one.client.send({ method: 'GET', path: '/health' });
  expect({ status, json }).toMatchObject({ status: 200, json: { status: 'degraded', redis: 'down' } });
});

describe('a Redis that answers and refuses commands', () => {
  const command = async (...args: string[]) => {
    const client = await createClient({ url: redis.url }).connect();
    await client.sendCommand(args);
    client.destroy();
  };
  const linesWith = (text: string) => one.log.split('\n').filter((line) => line.includes(text)).length;

  beforeEach(() => redis.start());

  test('because it forbids announcements is down for /health with the first one, and logged once', async () => {
    await openDesks(1);
    const [{ desk, tabs }] = watched as [(typeof watched)[number]];
    await redisIs('up');
    await command('ACL', 'SETUSER', 'default', '-publish');
    await desk.on(one).send('call-started');
    const state = async () => Object((await one.client.send({ method: 'GET', path: '/health' })).json).redis;
    await until('its sender knows', async () => (await state()) === 'down');
    await desk.on(one).send('hold-started');
    await command('ACL', 'SETUSER', 'default', '+publish');
    await desk.on(one).send('hold-ended');
    await redisIs('up');
    expect(linesWith('Redis refuses commands')).toBe(1);
    expect(linesWith('Redis accepts commands again')).toBe(1);
    for (const tab of tabs) {
      await tab.showsAfter(3);
      expect(tab.events.map(({ position }) => position)).toEqual([1, 2, 3]);
    }
  });

  test('because it forbids subscriptions is down for /health, and logged once', async () => {
    await command('ACL', 'SETUSER', 'default', 'resetchannels', '&*#probe');
    await openDesks(1);
    await redisIs('down');
    await pause(1_500);
    await command('ACL', 'SETUSER', 'default', 'allchannels');
    await redisIs('up');
    expect(linesWith('Redis refuses commands')).toBe(1);
    const [{ desk, tabs }] = watched as [(typeof watched)[number]];
    await desk.on(two).send('call-started');
    await tabs[0]!.showsAfter(1);
  });
});

describe('messages that a server sent and Redis lost', () => {
  let companion: Companion;

  beforeEach(async () => {
    await redis.start();
    await openDesks(1);
    await redisIs('up');
    companion = await watched[0]!.desk.companion(two);
  });
  afterEach(() => companion.close());

  test('are followed by an update of the tabs and companions on the other servers', async () => {
    const { desk, tabs } = watched[0]!;
    await desk.on(one).send('call-started');
    await agreement(healedWithinMs);
    const operator = createClient({ url: redis.url });
    await operator.connect();
    await operator.sendCommand(['ACL', 'SETUSER', 'default', '-publish']);
    await desk.on(one).send('recording-paused');
    await redisIs('down', { servers: [one] });
    await operator.sendCommand(['ACL', 'SETUSER', 'default', '+publish']);
    await agreement(healedWithinMs);
    const { sequence } = tabs[1]!.state!.recording!;
    await until('the companion applies the state', () => companion.recordingStates.at(-1)?.sequence === sequence);
    await until('the confirmation', () => tabs[0]!.state?.recording?.confirmation?.sequence === sequence);
    operator.destroy();
  });

  test('reach the tabs on the other servers also when the server is killed before it can report the loss', async () => {
    const { desk, tabs } = watched[0]!;
    const operator = createClient({ url: redis.url });
    await operator.connect();
    await operator.sendCommand(['ACL', 'SETUSER', 'default', '-publish']);
    await desk.on(one).send('call-started', { event_id: 'lost' });
    one.kill('SIGKILL');
    await one.ended();
    await operator.sendCommand(['ACL', 'SETUSER', 'default', '+publish']);
    await until('the event is shown', () => tabs[1]!.events.some(({ event_id }) => event_id === 'lost'), 5_000);
    operator.destroy();
  });
});

test('an event without a call whose message was lost reaches the tabs of other servers also when its server is killed', async () => {
  await redis.start();
  const operator = await createClient({ url: redis.url }).connect();
  await operator.sendCommand(['ACL', 'SETUSER', 'one', 'on', 'nopass', '~*', '&*', '+@all']);
  two = await deployment.start();
  one = await deployment.start({ redisUrl: redis.url.replace('//', '//one:any@') });
  await redisIs('up');
  const desk = await newRepOf(deployment);
  watched = [{ desk, tabs: [await desk.tab(two)] }];
  const [tab] = watched[0]!.tabs;
  await operator.sendCommand(['ACL', 'SETUSER', 'one', '-publish']);
  await desk.on(one).send('hold-started', { event_id: 'lost' });
  one.kill('SIGKILL');
  await one.ended();
  await until('the event is shown', () => tab!.events.some(({ event_id }) => event_id === 'lost'));
  operator.destroy();
});
