import { until } from '@callside/test-kit';
import { deploy } from '../../test/support/deployment.ts';
import { metricOf } from '../../test/support/metrics.ts';
import { SessionDesk } from '../../test/support/session-desk.ts';

// Servers that crash while producers are connected, and a producer that was replaced without notice.

const short = { TRANSCRIPTION_LEASE_SECONDS: '2', TRANSCRIPTION_ORPHAN_SECONDS: '1' };

describe.each<[string, NodeJS.Signals]>([
  ['killed', 'SIGKILL'],
  ['terminated', 'SIGTERM'],
])('the sessions of a server that is %s', (_how, signal) => {
  test.each([
    ['are finalized by another', undefined],
    ['without Redis are finalized by its successor', null],
  ])('the sessions of a dead server %s, unless they are resumed', async (_what, redisUrl) => {
    const deployment = await deploy({ settings: short, ...(redisUrl !== undefined && { redisUrl }) });
    const dying = await deployment.start();
    const survivor = redisUrl === null ? null : await deployment.start();
    const lost = await SessionDesk.onCall(deployment, dying);
    const lostSession = await (await lost.companion(dying)).open();
    const resumed = await SessionDesk.onCall(deployment, dying);
    const resumedSession = await (await resumed.companion(dying)).open();
    for (const client of deployment.clients) client.close();
    dying.kill(signal);
    await dying.ended();
    const other = survivor ?? (await deployment.start());
    const back = await resumed.companion(other);
    await back.resume(resumedSession);
    back.stream(resumedSession);
    await lost.isFinalized(lostSession);
    expect(await lost.read(other)).toMatchObject({ live: false });
    expect(await resumed.read(other)).toMatchObject({ live: true, finalized_at: null });
    await deployment.close();
  });
});

test('a server without Redis restores its leases after a restart', async () => {
  const deployment = await deploy({ redisUrl: null });
  const dying = await deployment.start();
  const desk = await SessionDesk.onCall(deployment, dying);
  const session = await (await desk.companion(dying)).open();
  for (const client of deployment.clients) client.close();
  dying.kill('SIGKILL');
  await dying.ended();
  const successor = await deployment.start();
  await desk.showsLive(successor, true);
  await (await desk.companion(successor)).resume(session);
  expect(await desk.read(successor)).toMatchObject({ live: true, finalized_at: null });
  await deployment.close();
});

test('a producer that lost its session cannot resume it with frames after the close', async () => {
  const deployment = await deploy({ settings: short });
  const [one, two] = await Promise.all([deployment.start(), deployment.start()]);
  const desk = await SessionDesk.onCall(deployment, one);
  const zombie = await desk.companion(one);
  const session = await zombie.open();
  zombie.stream(session);
  const successor = await desk.companion(two);
  await successor.resume(session);
  const closed = await successor.closeSession(session);
  const isForgotten = async () => (await metricOf(one, 'transcription_producers')) === 0;
  await until('its frames no longer count', isForgotten);
  expect(await desk.read(two)).toMatchObject({ live: false, finalized_at: closed.finalized_at });
  await deployment.close();
});
