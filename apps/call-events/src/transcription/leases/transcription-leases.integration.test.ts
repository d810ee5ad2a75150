import { type ServiceProcess, until } from '@callside/test-kit';
import { createClient } from 'redis';
import { type Deployment, deploy } from '../../../test/support/deployment.ts';
import { metricOf } from '../../../test/support/metrics.ts';
import { SessionDesk } from '../../../test/support/session-desk.ts';
import { chunksOf } from '../../../test/support/sessions.ts';

// Two servers with the durations of the specification: no lease expires during these tests.

let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let redis: ReturnType<typeof createClient>;
let desk: SessionDesk;

beforeAll(async () => {
  deployment = await deploy();
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
  redis = createClient({ url: process.env.REDIS_URL! });
  await redis.connect();
});
beforeEach(async () => {
  desk = await SessionDesk.onCall(deployment, one);
});
afterEach(() => {
  for (const client of deployment.clients.splice(0)) {
    client.close();
    expect(client.faults).toEqual([]);
  }
});
afterAll(async () => {
  redis.destroy();
  await deployment.close();
});

const live = { live: true, finalized_at: null, ended_at: null };

async function leaseOf(session: string): Promise<{ owner: string | null; seconds: number }> {
  const [key] = await redis.keys(`*:lease:${session}`);
  if (key === undefined) return { owner: null, seconds: 0 };
  return { owner: await redis.get(key), seconds: (await redis.pTTL(key)) / 1_000 };
}

const isOrphaned = async (session: string) => (await leaseOf(session)).owner?.startsWith('orphan:') ?? false;

test('a session that is open is live on every server, for the 150 s of its lease', async () => {
  const companion = await desk.companion(one);
  const session = await companion.open();
  for (const server of [one, two]) expect(await desk.read(server)).toEqual(live);
  const { seconds } = await leaseOf(session);
  expect(seconds).toBeLessThanOrEqual(150);
  expect(seconds).toBeGreaterThan(120);
});

test('a session whose producer disconnects stays live as an orphan, for 120 s', async () => {
  const companion = await desk.companion(one);
  const session = await companion.open();
  companion.close();
  await until('it is orphaned', () => isOrphaned(session));
  expect((await leaseOf(session)).seconds).toBeLessThanOrEqual(120);
  for (const server of [one, two]) expect(await desk.read(server)).toEqual(live);
});

test('a session that is resumed within the window continues on another server', async () => {
  const companion = await desk.companion(one);
  const session = await companion.open();
  companion.close();
  await until('it is orphaned', () => isOrphaned(session));
  const back = await desk.companion(two);
  expect(await back.resume(session)).toMatchObject({ session_id: session });
  expect(await isOrphaned(session)).toBe(false);
  expect((await leaseOf(session)).seconds).toBeGreaterThan(120);
  for (const server of [one, two]) expect(await desk.read(server)).toEqual(live);
});

test('a frame with an acknowledgement is refused as soon as another server has taken its session', async () => {
  const companion = await desk.companion(one);
  const session = await companion.open();
  const successor = await desk.companion(two);
  await successor.resume(session);
  const framesBefore = await metricOf(one, 'transcription_frames_total');
  const frame = ({ socket } = companion) => socket.emitWithAck('session.frame', session, new Uint8Array(640));
  expect(await frame()).toMatchObject({ error: { code: 'not_producer' } });
  companion.frame(session);
  expect(await frame()).toMatchObject({ error: { code: 'not_producer' } });
  // Only the first one was counted, before it was checked.
  expect(await metricOf(one, 'transcription_frames_total')).toBe(Number(framesBefore) + 1);
  expect(await frame(successor)).toEqual({ session_id: session });
});

test('a producer that lost its session to another changes nothing when it disconnects', async () => {
  const producersBefore = await metricOf(one, 'transcription_producers');
  const companion = await desk.companion(one);
  const session = await companion.open();
  const successor = await desk.companion(two);
  await successor.resume(session);
  const { owner } = await leaseOf(session);
  companion.close();
  const isGone = async () => (await metricOf(one, 'transcription_producers')) === producersBefore;
  await until('the first producer is disconnected', isGone);
  // The server sends Redis commands in order: this read is answered after the effects of the disconnect.
  expect(await desk.read(one)).toEqual(live);
  expect((await leaseOf(session)).owner).toBe(owner);
});

test('a session that is closed is finalized on every server, and live again after it is resumed', async () => {
  const companion = await desk.companion(one);
  const session = await companion.open();
  const { finalized_at } = await companion.closeSession(session);
  for (const server of [one, two]) {
    expect(await desk.read(server)).toEqual({ live: false, finalized_at, ended_at: finalized_at });
  }
  expect((await leaseOf(session)).owner).toBeNull();
  await (await desk.companion(two)).resume(session);
  for (const server of [one, two]) expect(await desk.read(server)).toEqual({ ...live, ended_at: finalized_at });
});

test('any companion of the rep can close an orphan, but not a held session', async () => {
  const [companion, other] = [await desk.companion(one), await desk.companion(two)];
  const session = await companion.open();
  expect(await other.closeSession(session)).toMatchObject({ error: { code: 'not_producer' } });
  companion.close();
  await until('it is orphaned', () => isOrphaned(session));
  expect(await other.closeSession(session)).toMatchObject({ session_id: session });
});

test("the dialler's end keeps ended_at unchanged by later chunks, a second end and the close", async () => {
  const companion = await desk.companion(one);
  const session = await companion.open();
  await companion.chunk(session, 0);
  const before = await desk.read(two);
  expect(before?.ended_at).toEqual((await chunksOf(deployment, session))[0]?.received_at.toISOString());
  const events = desk.desk.on(two);
  await events.send('call-ended');
  const ended = await desk.read(one);
  expect(ended).toMatchObject({ live: true, finalized_at: null });
  expect(Date.parse(ended!.ended_at!)).toBeGreaterThanOrEqual(Date.parse(before!.ended_at!));
  await companion.chunk(session, 1);
  await events.send('call-ended');
  await (await desk.companion(two)).chunk(session, 2);
  expect(await desk.read(two)).toEqual(ended);
  await companion.closeSession(session);
  expect(await desk.read(two)).toMatchObject({ live: false, ended_at: ended!.ended_at });
  await companion.resume(session);
  await companion.chunk(session, 3);
  expect(await desk.read(two)).toEqual(ended);
  expect(await chunksOf(deployment, session)).toHaveLength(4);
});

test('chunks that are resent, reordered and sent by two companions at once are stored once each', async () => {
  const companions = await Promise.all([one, two, one, two].map((server) => desk.companion(server)));
  const session = await companions[0]!.open();
  const sequences = Array.from({ length: 40 }, (_, index) => index);
  const answers = await Promise.all(
    companions.flatMap((companion, index) =>
      (index % 2 === 0 ? sequences : sequences.toReversed())
        .flatMap((sequence) => [sequence, (sequence * 7) % 40])
        .map((sequence) => companion.chunk(session, sequence, { text: `by ${index}` })),
    ),
  );
  const stored = await chunksOf(deployment, session);
  expect(stored.map(({ sequence }) => sequence)).toEqual(sequences);
  const firsts = answers.filter(({ duplicate }) => duplicate === false).map(({ sequence }) => Number(sequence));
  expect(firsts.sort((first, second) => first - second)).toEqual(sequences);
  expect(answers.filter(({ duplicate }) => duplicate === true)).toHaveLength(8 * 40 - 40);
  const last = Math.max(...stored.map(({ received_at }) => received_at.getTime()));
  expect((await desk.onFile(session)).ended_at?.getTime()).toBe(last);
});

test('opening a session while its call ends never leaves it without the reported end', async () => {
  const companions = await Promise.all([one, two].map((server) => desk.companion(server)));
  const events = desk.desk.on(two);
  for (let round = 0; round < 12; round += 1) {
    await events.send('call-started');
    const opening = companions.map((companion) => companion.ask('session.open', {}));
    await Promise.all([...opening, events.send('call-ended')]);
  }
  const late = await deployment.query(
    `SELECT s.id FROM transcription_sessions s JOIN calls c ON c.id = s.call_id
      WHERE c.user_id = $1 AND s.ended_at IS DISTINCT FROM c.ended_at`,
    [desk.desk.rep.id],
  );
  expect(late).toEqual([]);
  const doubles = await deployment.query(
    'SELECT call_id FROM transcription_sessions WHERE user_id = $1 GROUP BY call_id HAVING count(*) > 1',
    [desk.desk.rep.id],
  );
  expect(doubles).toEqual([]);
});

test('a server that shuts down leaves its sessions as orphans', async () => {
  const leaver = await deployment.start();
  const companion = await desk.companion(leaver);
  const session = await companion.open();
  leaver.kill('SIGTERM');
  expect(await leaver.ended()).toEqual({ code: 0, signal: null });
  expect(await isOrphaned(session)).toBe(true);
  expect(await desk.read(one)).toEqual(live);
});
