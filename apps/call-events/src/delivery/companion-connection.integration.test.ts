import { Agent } from 'node:http';
import {
  CompanionConnection,
  type CompanionConnectionOptions,
  type CompanionView,
  type NewChunk,
  type RecordedFrame,
} from '@callside/client';
import { type ServiceProcess, TcpProxy, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { chunksOf, sessionOf } from '../../test/support/sessions.ts';

const frameMs = 20;
const leaseSeconds = 4;
const orphanSeconds = 2;

let deployment: Deployment;
let one: ServiceProcess;
let two: ServiceProcess;
let desk: RepAtWork;
let network: TcpProxy;
const companions: AtWork[] = [];

beforeAll(async () => {
  deployment = await deploy({
    settings: {
      TRANSCRIPTION_LEASE_SECONDS: String(leaseSeconds),
      TRANSCRIPTION_ORPHAN_SECONDS: String(orphanSeconds),
    },
  });
  [one, two] = await Promise.all([deployment.start(), deployment.start()]);
});
afterAll(() => deployment.close());

beforeEach(async () => {
  desk = await newRepOf(deployment);
  network = await TcpProxy.start(one.port);
});
afterEach(async () => {
  for (const { companion, microphone } of companions.splice(0)) {
    clearInterval(microphone);
    await companion.stop();
  }
  await network.close();
});

/** Resolves every name to this machine. */
const agent = new Agent({
  lookup: (_host, options, answer) => {
    if (options.all) answer(null, [{ address: '127.0.0.1', family: 4 }]);
    else answer(null, '127.0.0.1', 4);
  },
});

interface Interval {
  startedAt: number;
  endedAt: number;
}

interface AtWork {
  companion: CompanionConnection;
  microphone: ReturnType<typeof setInterval>;
  /** Times of the frames, in ms by the companion's clock. On a busy machine the microphone skips some. */
  captured: Interval[];
  recorded: RecordedFrame[];
  views: CompanionView[];
}

/** A companion behind the simulated network, with a microphone that never stops. */
function work(options: Partial<CompanionConnectionOptions> = {}): AtWork {
  const captured: Interval[] = [];
  const recorded: RecordedFrame[] = [];
  const views: CompanionView[] = [];
  const companion = new CompanionConnection({
    baseUrl: `http://${desk.brand.host}:${network.port}`,
    token: String(desk.companionAt(one).token),
    socketOptions: { reconnectionDelay: 50, reconnectionDelayMax: 200, ...Object({ agent }) },
    answerTimeoutMs: 1000,
    keepSessionEveryMs: (leaseSeconds * 1000) / 3,
    onRecorded: (frame) => recorded.push(frame),
    onChange: (view) => {
      views.push(view);
    },
    ...options,
  });
  const microphone = setInterval(() => {
    const now = companion.now();
    captured.push({ startedAt: now - frameMs, endedAt: now });
    companion.frame(new Uint8Array(640), now - frameMs, now);
  }, frameMs);
  companion.start();
  const atWork = { companion, microphone, captured, recorded, views };
  companions.push(atWork);
  return atWork;
}

/** A companion that records in a session of a live call. */
async function recording(): Promise<AtWork & { session: string }> {
  await desk.on(one).send('call-started');
  const atWork = work();
  await until('it may record', () => atWork.companion.view.mayRecord);
  const session = await atWork.companion.open();
  await until('it records', () => atWork.recorded.length > 5);
  return { ...atWork, session };
}

const is = ({ companion }: AtWork, status: string) =>
  until(`the companion is ${status}`, () => companion.recording === status);

/** Waits for frames that were captured after now. */
async function recordsAgain({ companion, recorded }: AtWork): Promise<void> {
  const now = companion.now();
  await until('it records again', () => recorded.some(({ startedAt }) => startedAt > now));
}

function between<Frame extends Interval>(frames: readonly Frame[], from: number, to: number): Frame[] {
  return frames.filter(({ startedAt, endedAt }) => endedAt > from && startedAt < to);
}

function recordedBetween({ recorded }: AtWork, from: number, to: number): RecordedFrame[] {
  return between(recorded, from, to);
}

let chunks = 0;
function aChunk(): NewChunk {
  chunks += 1;
  return { speaker: 'rep', text: `chunk ${chunks}`, startedAt: new Date(1_000), endedAt: new Date(2_000) };
}

test('a companion records while allowed, and the page shows a pause as confirmed only once it is in effect', async () => {
  const atWork = await recording();
  const tab = await desk.tab(one);
  await desk.on(one).send('recording-paused');
  const pausedAt = atWork.companion.now();
  await until('the confirmation', () => tab.state?.recording?.confirmation?.paused === true);
  expect(atWork.companion.recording).toBe('paused');
  const resumedAt = atWork.companion.now();
  await desk.on(one).send('recording-resumed');
  await recordsAgain(atWork);
  expect(recordedBetween(atWork, pausedAt, resumedAt)).toEqual([]);
});

test('a pause longer than the lease leaves the session live', async () => {
  const { companion, recorded, session } = await recording();
  await desk.on(one).send('recording-paused');
  await until('the pause', () => companion.recording === 'paused');
  const pausedAt = companion.now();
  const frames = recorded.length;
  await until('the lease would have expired', () => companion.now() - pausedAt > leaseSeconds * 1500);
  const { finalized_at, lease_until } = await sessionOf(deployment, session);
  expect(finalized_at).toBeNull();
  expect(Number(lease_until)).toBeGreaterThan(Date.now());
  expect(recorded).toHaveLength(frames);
});

test('the frames of a companion refresh the lease of its session', async () => {
  const { session } = await recording();
  const leaseUntil = async () => Number((await sessionOf(deployment, session)).lease_until);
  const first = await leaseUntil();
  await until('the lease is refreshed', async () => (await leaseUntil()) > first);
});

test('a companion does not record after its server is killed in a pause, until another server allows it, in one session', async () => {
  const atWork = await recording();
  const victim = await deployment.start();
  network.leadTo(victim.port);
  network.cut();
  network.mend();
  await until('it is at the victim', () => atWork.views.at(-1)?.unknownReason !== null);
  await recordsAgain(atWork);
  await desk.on(victim).send('recording-paused');
  const pausedAt = atWork.companion.now();
  victim.kill('SIGKILL');
  await is(atWork, 'unknown');
  network.leadTo(two.port);
  await is(atWork, 'paused');
  const resumedAt = atWork.companion.now();
  await desk.on(two).send('recording-resumed');
  await recordsAgain(atWork);
  expect(recordedBetween(atWork, pausedAt, resumedAt)).toEqual([]);
  const afterLoss = atWork.views.slice(
    atWork.views.findLastIndex(({ unknownReason }) => unknownReason === 'connection lost'),
  );
  expect(afterLoss.slice(0, 3).map(({ recording: status }) => status)).toEqual(['unknown', 'unknown', 'paused']);
  expect(atWork.companion.view.sessionId).toBe(atWork.session);
  expect((await sessionOf(deployment, atWork.session)).finalized_at).toBeNull();
});

test('a companion never records frames captured while the network was frozen and another server paused the call', async () => {
  const atWork = await recording();
  network.freeze();
  await desk.on(two).send('recording-paused');
  const pausedAt = atWork.companion.now();
  await is(atWork, 'unknown');
  network.mend();
  await is(atWork, 'paused');
  const resumedAt = atWork.companion.now();
  await desk.on(two).send('recording-resumed');
  await recordsAgain(atWork);
  expect(recordedBetween(atWork, pausedAt, resumedAt)).toEqual([]);
});

test('a companion records frames captured before it noticed a connection loss without a change', async () => {
  const atWork = await recording();
  const lastHeardAt = atWork.companion.now();
  network.freeze();
  await is(atWork, 'unknown');
  expect(recordedBetween(atWork, lastHeardAt + 20, Number.POSITIVE_INFINITY)).toEqual([]);
  network.mend();
  await recordsAgain(atWork);
  const captured = between(atWork.captured, lastHeardAt + 20, lastHeardAt + 500);
  expect(captured).not.toEqual([]);
  expect(recordedBetween(atWork, lastHeardAt + 20, lastHeardAt + 500)).toMatchObject(captured);
  const starts = atWork.recorded.map(({ startedAt }) => startedAt);
  expect(starts).toEqual(starts.toSorted((first, second) => first - second));
});

test('a companion detects a server that hangs and disconnects from it', async () => {
  await desk.on(one).send('call-started');
  const hanging = await deployment.start();
  network.leadTo(hanging.port);
  const atWork = work();
  await is(atWork, 'recording');
  hanging.kill('SIGSTOP');
  await until('it notices', () => atWork.views.some(({ unknownReason }) => unknownReason === 'service silent'));
  hanging.kill('SIGKILL');
  network.leadTo(two.port);
  await is(atWork, 'recording');
});

test('a companion applies an event that the dialler sends to the other of two servers', async () => {
  const atWork = await recording();
  await desk.on(two).send('recording-paused');
  await is(atWork, 'paused');
  await desk.on(two).send('recording-resumed');
  await recordsAgain(atWork);
  await desk.on(two).send('call-ended');
  await until('the call is over', () => !atWork.companion.view.mayRecord);
  expect(atWork.companion.view).toMatchObject({ recording: 'recording', callReference: null });
});

test('a companion continues its session within the orphan window, and resumes it after the window', async () => {
  const { companion, session } = await recording();
  network.cut();
  network.mend();
  await expect(companion.chunk(aChunk())).resolves.toMatchObject({ duplicate: false });
  expect((await sessionOf(deployment, session)).finalized_at).toBeNull();
  network.cut();
  await until('it is finalized', async () => (await sessionOf(deployment, session)).finalized_at !== null);
  network.mend();
  await expect(companion.chunk(aChunk())).resolves.toMatchObject({ duplicate: false });
  expect((await sessionOf(deployment, session)).finalized_at).toBeNull();
  expect(companion.view.sessionId).toBe(session);
});

test('a companion resends a chunk whose acknowledgement was lost; the chunk is stored once', async () => {
  const { companion, session } = await recording();
  network.lose({ answers: true });
  const chunk = aChunk();
  const stored = companion.chunk(chunk);
  await until('it is stored', async () => (await chunksOf(deployment, session)).length === 1);
  network.cut();
  network.leadTo(two.port);
  network.mend();
  await expect(stored).resolves.toMatchObject({ duplicate: true });
  expect(await chunksOf(deployment, session)).toMatchObject([{ text: chunk.text, speaker: 'rep' }]);
});

test('a companion keeps chunks without a connection, and sends them in order after reconnecting', async () => {
  const { companion, session } = await recording();
  network.cut();
  const said = [aChunk(), aChunk(), aChunk()];
  const stored = said.map((chunk) => companion.chunk(chunk));
  expect(companion.waitingChunks).toBe(3);
  network.mend();
  await Promise.all(stored);
  expect((await chunksOf(deployment, session)).map(({ text }) => text)).toEqual(said.map(({ text }) => text));
  expect(companion.waitingChunks).toBe(0);
});

test('opening a session again, as after a lost acknowledgement or a restart, returns the existing session', async () => {
  const { companion, session } = await recording();
  await expect(companion.open()).resolves.toBe(session);
  await companion.stop();
  const anew = work();
  await is(anew, 'recording');
  await expect(anew.companion.open()).resolves.toBe(session);
  await anew.companion.chunk(aChunk());
  await anew.companion.resume(session);
  await expect(anew.companion.chunk(aChunk())).resolves.toMatchObject({ duplicate: false });
});

test('closing a session finalizes it after earlier chunks are stored', async () => {
  const { companion, session } = await recording();
  const stored = companion.chunk(aChunk());
  const { finalized_at } = await companion.close();
  await stored;
  expect((await sessionOf(deployment, session)).finalized_at?.toISOString()).toBe(finalized_at);
  expect(await chunksOf(deployment, session)).toHaveLength(1);
  expect(companion.view.sessionId).toBeNull();
});

test('a companion records nothing after a refused token, and records again with a new one', async () => {
  await desk.on(one).send('call-started');
  let token = 'none of ours';
  const atWork = work({ token: () => token });
  await until('it is refused', () => atWork.companion.view.unknownReason === 'token refused');
  expect(atWork.companion.view).toMatchObject({ recording: 'unknown', mayRecord: false });
  token = String(desk.companionAt(one).token);
  await is(atWork, 'recording');
});

test('reports what became of the recording of a call, also over a lost connection', async () => {
  const { companion } = await recording();
  const { callReference } = companion.view;
  expect(await companion.reportRecording('saved', callReference ?? '')).toMatchObject({
    call_reference: callReference,
  });
  network.cut();
  const failed = companion.reportRecording('failed', callReference ?? '');
  network.mend();
  expect(await failed).toMatchObject({ call_reference: callReference });
  const unknown = companion.reportRecording('saved', '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10');
  await expect(unknown).rejects.toMatchObject({ code: 'unknown_call' });
});
