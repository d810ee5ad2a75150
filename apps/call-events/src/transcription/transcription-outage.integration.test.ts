import { RedisProcess, type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy } from '../../test/support/deployment.ts';
import { SessionDesk } from '../../test/support/session-desk.ts';
import { chunksOf } from '../../test/support/sessions.ts';

let redis: RedisProcess;
let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;

beforeEach(async () => {
  redis = await RedisProcess.reserve();
  await redis.start();
});
afterEach(async () => {
  for (const client of deployment.clients.splice(0)) {
    client.close();
    expect(client.faults).toEqual([]);
  }
  redis.wake();
  await deployment.close();
  await redis.kill();
});

async function begin(settings: Record<string, string> = {}): Promise<void> {
  deployment = await deploy({ redisUrl: redis.url, settings });
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
}

/** Reads on both servers until each reports the session as live; fails if one reports that it is not. */
async function neverShownDeadUntilLive(desk: SessionDesk): Promise<void> {
  for (const server of [one, two]) {
    await until('the session is live', async () => {
      const { status, json } = await desk.ask(server);
      if (status === 503) return false;
      expect([status, json]).toMatchObject([200, { transcription_session: { live: true, finalized_at: null } }]);
      return true;
    });
  }
}

describe.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
  ['was killed', () => redis.kill(), () => redis.start()],
  ['hangs', () => redis.hang(), () => redis.wake()],
])('while Redis %s', (_what, strike, heal) => {
  test('reads of open sessions are refused and everything else works; after the outage all reads are correct at once', async () => {
    await begin();
    const [open, finalized, none] = [
      await SessionDesk.onCall(deployment, one),
      await SessionDesk.onCall(deployment, one),
      await SessionDesk.onCall(deployment, one),
    ];
    const companion = await open.companion(one);
    const session = await companion.open();
    const closer = await finalized.companion(two);
    await closer.closeSession(await closer.open());

    await strike();
    for (const server of [one, two]) {
      const refused = await open.ask(server);
      expect(refused).toMatchObject({ status: 503, json: { detail: expect.any(String) } });
      expect(refused.text).not.toMatch(/redis|socket|connect/i);
      expect(await finalized.read(server)).toMatchObject({ live: false, finalized_at: expect.any(String) });
      expect(await none.read(server)).toBeNull();
    }
    expect(await companion.chunk(session, 0)).toEqual({ sequence: 0, duplicate: false });
    expect(await chunksOf(deployment, session)).toHaveLength(1);
    const unavailable = { error: { code: 'unavailable', message: expect.any(String) } };
    expect(await companion.resume(session)).toEqual(unavailable);
    const opener = await none.companion(two);
    expect(await opener.ask('session.open', {})).toEqual(unavailable);
    expect(await none.read(one)).toBeNull();
    expect((await open.desk.on(two).send('call-ended')).status).toBe(200);
    expect([one.isAlive, two.isAlive]).toEqual([true, true]);

    await heal();
    await neverShownDeadUntilLive(open);
    expect(await companion.resume(session)).toMatchObject({ session_id: session });
    expect(await companion.closeSession(session)).toMatchObject({ session_id: session });
    await until('sessions open again', async () => 'session_id' in (await opener.ask('session.open', {})));
    await none.showsLive(one, true);
  });

  test('a producer can still close its session', async () => {
    await begin();
    const desk = await SessionDesk.onCall(deployment, one);
    const companion = await desk.companion(one);
    const session = await companion.open();
    await strike();
    const closed = await companion.closeSession(session);
    expect(closed).toMatchObject({ session_id: session });
    expect(await desk.read(two)).toMatchObject({ live: false, finalized_at: closed.finalized_at });
    await heal();
    expect(await desk.read(two)).toMatchObject({ live: false, finalized_at: closed.finalized_at });
  });

  test('no session is finalized; after the outage sessions without a producer are, and those with frames are live', async () => {
    await begin({ TRANSCRIPTION_LEASE_SECONDS: '3', TRANSCRIPTION_ORPHAN_SECONDS: '1' });
    const [gone, busy] = [await SessionDesk.onCall(deployment, one), await SessionDesk.onCall(deployment, two)];
    const leaver = await gone.companion(one);
    const left = await leaver.open();
    const producer = await busy.companion(two);
    const kept = await producer.open();
    producer.stream(kept);
    await strike();
    leaver.close();
    const isLongOverdue = async () => {
      const { finalized_at, lease_until } = await gone.onFile(left);
      expect(finalized_at).toBeNull();
      return lease_until !== null && Date.now() - lease_until.getTime() > 3_000;
    };
    await until('the sweeps have run', isLongOverdue);
    expect((await gone.ask(two)).status).toBe(503);
    expect((await busy.ask(one)).status).toBe(503);
    await heal();
    await neverShownDeadUntilLive(busy);
    await gone.isFinalized(left);
    expect(await gone.read(two)).toMatchObject({ live: false });
    expect(await busy.read(one)).toMatchObject({ live: true, finalized_at: null });
  });
});

test('after a restart Redis gets every lease back at once: held, orphaned, and of a crashed server', async () => {
  await begin();
  const third = await deployment.start();
  const desks = await Promise.all([one, one, third].map((server) => SessionDesk.onCall(deployment, server)));
  const [held, orphaned, widowed] = desks as [SessionDesk, SessionDesk, SessionDesk];
  await (await held.companion(one)).open();
  const leaver = await orphaned.companion(one);
  const left = await leaver.open();
  const { lease_until: heldUntil } = await orphaned.onFile(left);
  leaver.close();
  await until('it is an orphan', async () => {
    const { lease_until } = await orphaned.onFile(left);
    return lease_until!.getTime() < heldUntil!.getTime();
  });
  const widow = await widowed.companion(third);
  await widow.open();
  widow.close();
  third.kill('SIGKILL');
  await redis.kill();
  await redis.start();
  for (const desk of desks) await neverShownDeadUntilLive(desk);
});

test('an orphan stays an orphan after Redis has lost it: another companion of the rep can close it', async () => {
  await begin();
  const desk = await SessionDesk.onCall(deployment, one);
  const companion = await desk.companion(one);
  const session = await companion.open();
  companion.close();
  await until('it is an orphan on file', async () => {
    const [row] = await deployment.query<{ lease_orphaned: boolean }>(
      'SELECT lease_orphaned FROM transcription_sessions WHERE id = $1',
      [session],
    );
    return row?.lease_orphaned === true;
  });
  await redis.kill();
  await redis.start();
  await desk.showsLive(two, true);
  const other = await desk.companion(two);
  expect(await other.closeSession(session)).toMatchObject({ session_id: session, finalized_at: expect.any(String) });
});
