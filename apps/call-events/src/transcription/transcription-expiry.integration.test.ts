import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy } from '../../test/support/deployment.ts';
import { metricOf } from '../../test/support/metrics.ts';
import { callsOf } from '../../test/support/records.ts';
import { SessionDesk } from '../../test/support/session-desk.ts';

// Leases that expire during the test, on three servers with one Redis and on one without.

const short = { TRANSCRIPTION_LEASE_SECONDS: '2', TRANSCRIPTION_ORPHAN_SECONDS: '1' };

describe.each([
  ['three servers with Redis', 3, undefined],
  ['one server without Redis', 1, null],
])('%s', (_what, count, redisUrl) => {
  let deployment: Deployment;
  let servers: ServiceProcess[];
  let first: ServiceProcess;
  let last: ServiceProcess;
  let desk: SessionDesk;

  beforeAll(async () => {
    deployment = await deploy({ settings: short, ...(redisUrl !== undefined && { redisUrl }) });
    servers = await Promise.all(Array.from({ length: count }, () => deployment.start()));
    [first, last] = [servers[0]!, servers.at(-1)!];
  });
  beforeEach(async () => {
    desk = await SessionDesk.onCall(deployment, first);
  });
  afterEach(() => {
    for (const client of deployment.clients.splice(0)) {
      client.close();
      expect(client.faults).toEqual([]);
    }
  });
  afterAll(() => deployment.close());

  async function finalizations(): Promise<number> {
    const each = await Promise.all(
      servers.map((server) => metricOf(server, 'transcription_sessions_finalized_total{by="sweep"')),
    );
    return each.reduce((sum, one) => sum + one, 0);
  }

  test('frames keep a session live beyond the duration of its lease', async () => {
    const companion = await desk.companion(first);
    const session = await companion.open();
    companion.stream(session);
    const { opened_at } = await desk.onFile(session);
    const isOlderThanTwoLeases = async () => {
      expect(await desk.read(last)).toEqual({ live: true, finalized_at: null, ended_at: null });
      const [row] = await deployment.query<{ age: number }>(
        'SELECT extract(epoch FROM clock_timestamp() - $1::timestamptz)::float8 AS age',
        [opened_at],
      );
      return row!.age > 4;
    };
    await until('two leases have passed', isOlderThanTwoLeases);
  });

  test('without frames the lease expires, and a later frame of the producer resumes the session', async () => {
    const companion = await desk.companion(first);
    const session = await companion.open();
    expect(await desk.read(last)).toMatchObject({ live: true });
    await desk.showsLive(last, false);
    await desk.isFinalized(session);
    const row = await desk.onFile(session);
    expect(row.ended_at).toEqual(row.finalized_at);
    companion.stream(session);
    await desk.showsLive(last, true);
    expect(await desk.read(first)).toMatchObject({ live: true, finalized_at: null });
  });

  test('an orphan that is not resumed is finalized and keeps its end, and can be resumed later', async () => {
    const companion = await desk.companion(first);
    const session = await companion.open();
    await companion.chunk(session, 0);
    const { ended_at } = await desk.onFile(session);
    companion.close();
    await desk.isFinalized(session);
    const finalized = await desk.read(last);
    expect(finalized).toEqual({
      live: false,
      finalized_at: expect.any(String),
      ended_at: ended_at?.toISOString(),
    });
    const back = await desk.companion(last);
    await back.resume(session);
    back.stream(session);
    expect(await desk.read(first)).toEqual({ ...finalized, live: true, finalized_at: null });
    await back.chunk(session, 1);
    const moved = await desk.read(first);
    expect(Date.parse(moved!.ended_at!)).toBeGreaterThan(ended_at!.getTime());
  });

  test('every session is finalized once, although every server sweeps, and keeps its instant', async () => {
    const isQuiet = async () =>
      (
        await deployment.query(
          'SELECT FROM transcription_sessions WHERE finalized_at IS NULL AND lease_until IS NOT NULL',
        )
      ).length === 0;
    await until('the sessions of the tests before are finalized', isQuiet);
    // A server counts a session only after the commit.
    let before = -1;
    await until('they are counted', async () => {
      const earlier = before;
      await pause(200);
      before = await finalizations();
      return before === earlier;
    });
    const desks = await Promise.all(
      Array.from({ length: 20 }, (_, index) => SessionDesk.onCall(deployment, servers[index % count]!)),
    );
    const sessions = await Promise.all(
      desks.map(async (one, index) => {
        const companion = await one.companion(servers[index % count]!);
        const session = await companion.open();
        companion.close();
        return session;
      }),
    );
    for (const [index, one] of desks.entries()) await one.isFinalized(sessions[index]!);
    const rows = () => Promise.all(desks.map((one, index) => one.onFile(sessions[index]!)));
    const finalized = await rows();
    await until('all of them are counted', async () => (await finalizations()) >= before + 20);
    // One more sweep of every server: sessions that are due later are finalized after those due before.
    const companion = await desk.companion(first);
    const later = await companion.open();
    companion.close();
    await desk.isFinalized(later);
    await until('that is counted', async () => (await finalizations()) > before + 20);
    expect(await finalizations()).toBe(before + 21);
    expect(await rows()).toEqual(finalized);
  });

  test('a session from before leases existed is never finalized', async () => {
    const legacy = randomUUID();
    const [call] = await callsOf(deployment, desk.desk.rep);
    await deployment.query(
      `INSERT INTO transcription_sessions (id, brand_id, user_id, call_id, opened_at)
       VALUES ($1, $2, $3, $4, '2020-01-01T00:00:00Z')`,
      [legacy, desk.desk.brand.id, desk.desk.rep.id, call?.id],
    );
    expect(await desk.read(last)).toEqual({ live: false, finalized_at: null, ended_at: null });
    const other = await SessionDesk.onCall(deployment, first);
    const companion = await other.companion(first);
    const session = await companion.open();
    companion.close();
    await other.isFinalized(session);
    expect(await desk.onFile(legacy)).toMatchObject({ finalized_at: null, ended_at: null, lease_until: null });
  });
});
