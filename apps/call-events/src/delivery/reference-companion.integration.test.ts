import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CallEventName } from '@callside/schemas';
import { type ServiceProcess, TcpProxy, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { addHost } from '../../test/support/organisations.ts';
import { type CompanionEvent, ReferenceCompanion } from '../../test/support/reference-companion.ts';
import { chunksOf, sessionOf } from '../../test/support/sessions.ts';

const frameMs = 20;
const frameBytes = 640;
/** Tolerance for the clocks of two processes. */
const toleranceMs = 5;

let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;
let network: TcpProxy;
let directory: string;
const running: ReferenceCompanion[] = [];
/** The time at which the monotonic clock of this process began, by the machine's clock when the companion started. */
let clockBegan: number;

beforeAll(async () => {
  deployment = await deploy();
  server = await deployment.start();
  desk = await newRepOf(deployment);
  await addHost(deployment, desk.brand, '127.0.0.1');
});
afterAll(() => deployment.close());

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'companion-'));
  network = await TcpProxy.start(server.port);
});
afterEach(async () => {
  for (const companion of running.splice(0)) {
    companion.kill('SIGKILL');
    await companion.ended();
    expect(companion.faults).toEqual([]);
  }
  await desk.on(server).send('call-ended');
  await network.close();
  await rm(directory, { recursive: true });
});

const file = (name: string) => path.join(directory, name);

/** Writes sound in which every frame contains its number, starting at 1. */
async function writeSound(frames: number): Promise<void> {
  const sound = Buffer.alloc(frames * frameBytes);
  for (let frame = 0; frame < frames; frame += 1) sound.writeUInt32LE(frame + 1, frame * frameBytes);
  await writeFile(file('sound.pcm'), sound);
}

async function start(...args: string[]): Promise<ReferenceCompanion> {
  const token = await deployment.token(desk.rep, desk.brand, 'companion');
  await writeFile(file('token'), `${token}\n`);
  const url = `http://127.0.0.1:${network.port}`;
  clockBegan = Date.now() - performance.now();
  const companion = new ReferenceCompanion(['--url', url, '--token-file', file('token'), ...args]);
  running.push(companion);
  return companion;
}

interface RecordedFrame {
  number: number;
  from: number;
  to: number;
}

/** The frames of the recorded file with the times that the companion reports for them. */
async function recordedFrames(companion: ReferenceCompanion): Promise<RecordedFrame[]> {
  const kept = await readFile(file('kept.pcm'));
  const frames: RecordedFrame[] = [];
  for (const { frames: count, from } of companion.named('recorded')) {
    for (let index = 0; index < Number(count); index += 1) {
      const start = Date.parse(String(from)) + index * frameMs;
      const number = kept.readUInt32LE(frames.length * frameBytes);
      frames.push({ number, from: start, to: start + frameMs });
    }
  }
  expect(kept).toHaveLength(frames.length * frameBytes);
  return frames;
}

/** When the dialler forbade recording: from the answer to a pause until the resume is sent. */
class Timeline {
  readonly forbidden: { from: number; to: number }[] = [];

  async send(at: ServiceProcess, event: CallEventName): Promise<void> {
    const last = this.forbidden.at(-1);
    const sentAt = preciseNow();
    await desk.on(at).send(event);
    if (event === 'recording-paused' || event === 'call-ended')
      this.forbidden.push({ from: preciseNow(), to: Infinity });
    else if (last) last.to = sentAt;
  }

  /** Frames that must not have been recorded. */
  faults(frames: readonly RecordedFrame[]): RecordedFrame[] {
    return frames.filter((frame) =>
      this.forbidden.some(({ from, to }) => frame.to > from + toleranceMs && frame.from < to - toleranceMs),
    );
  }
}

/** As the companion's clock: a machine whose clock is set must not move the times of one process only. */
function preciseNow(): number {
  return clockBegan + performance.now();
}

const isRecording = (companion: ReferenceCompanion) =>
  companion.shows('that it records', ({ may_record, session_id }) => may_record === true && session_id !== null);
const isPaused = (companion: ReferenceCompanion) =>
  companion.shows('the pause', ({ recording }) => recording === 'paused');
const isInDoubt = (companion: ReferenceCompanion) =>
  companion.shows('an unknown state', ({ recording }) => recording === 'unknown');

/** Waits until sound that was captured after now has been recorded. */
async function recordsMore(companion: ReferenceCompanion): Promise<void> {
  const now = preciseNow();
  const isLater = ({ from }: CompanionEvent) => Date.parse(String(from)) > now;
  await until('more is recorded', () => companion.named('recorded').some(isLater));
}

test('the companion never records a forbidden frame: in pauses, with a server killed in a pause, with a frozen network', async () => {
  await writeSound(3000);
  const timeline = new Timeline();
  let at = await deployment.start();
  network.leadTo(at.port);
  const companion = await start('--frames', file('sound.pcm'), '--keep', file('kept.pcm'));
  await timeline.send(at, 'call-started');
  await isRecording(companion);
  await recordsMore(companion);

  await timeline.send(at, 'recording-paused');
  await isPaused(companion);
  await timeline.send(at, 'recording-resumed');
  await recordsMore(companion);

  // Killed during a pause; another server replaces it.
  await timeline.send(at, 'recording-paused');
  await isPaused(companion);
  at.kill('SIGKILL');
  await isInDoubt(companion);
  at = await deployment.start();
  network.leadTo(at.port);
  await isPaused(companion);
  await timeline.send(at, 'recording-resumed');
  await recordsMore(companion);

  // Killed, then paused and resumed while the companion is disconnected.
  at.kill('SIGKILL');
  await timeline.send(server, 'recording-paused');
  await isInDoubt(companion);
  await timeline.send(server, 'recording-resumed');
  network.leadTo(server.port);
  await recordsMore(companion);

  // Paused while the network is frozen: the companion cannot know, and records for a while.
  network.freeze();
  await timeline.send(server, 'recording-paused');
  await isInDoubt(companion);
  network.mend();
  await isPaused(companion);
  await timeline.send(server, 'recording-resumed');
  await recordsMore(companion);

  await timeline.send(server, 'call-ended');
  await until('the session is closed', () => companion.named('session.closed').length === 1);
  companion.kill('SIGINT');
  expect(await companion.ended()).toBe(0);

  const frames = await recordedFrames(companion);
  expect(timeline.forbidden).toHaveLength(5);
  expect(timeline.faults(frames)).toEqual([]);
  // A microphone continues during a pause: the number of a frame gives its time.
  const began = (frames[0]?.from ?? 0) - (frames[0]?.number ?? 0) * frameMs;
  for (const { number, from } of frames) expect(Math.abs(from - began - number * frameMs)).toBeLessThan(3);
  // It did record, in one session: for about all of the time in which it was connected and allowed to.
  expect(frames.length).toBeGreaterThan(100);
  expect(companion.named('session.opened')).toHaveLength(1);
  const id = String(companion.named('session.opened')[0]?.session_id);
  expect((await sessionOf(deployment, id)).finalized_at).not.toBeNull();
});

test('the companion sends only completely recorded transcript lines, and none that a pause interrupted', async () => {
  await writeSound(3000);
  const lines = Array.from({ length: 600 }, (_, index) => ({
    speaker: index % 2 === 0 ? 'rep' : 'customer',
    text: `line ${index}`,
    start_ms: index * 100,
    end_ms: index * 100 + 100,
  }));
  await writeFile(file('lines.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'));
  const companion = await start(
    '--frames',
    file('sound.pcm'),
    '--keep',
    file('kept.pcm'),
    '--transcript',
    file('lines.ndjson'),
  );
  const { send } = desk.on(server);
  await send('call-started');
  await isRecording(companion);
  await recordsMore(companion);
  await send('recording-paused');
  await isPaused(companion);
  await send('recording-resumed');
  await recordsMore(companion);
  companion.kill('SIGINT');
  expect(await companion.ended()).toBe(0);

  const recorded = new Set((await recordedFrames(companion)).map(({ number }) => number - 1));
  const isWhole = lines.map(({ start_ms }) => [0, 1, 2, 3, 4].every((index) => recorded.has(start_ms / 20 + index)));
  const [opened] = companion.named('session.opened');
  const stored = await chunksOf(deployment, String(opened?.session_id));
  const sent = new Set(stored.map(({ text }) => text));
  const whole = lines.filter((_, index) => isWhole[index]);
  expect(stored.map(({ speaker, text }) => [speaker, text])).toEqual(
    whole.filter(({ text }) => sent.has(text)).map(({ speaker, text }) => [speaker, text]),
  );
  // On a busy machine a pause may come between the last frame of a line and its sending.
  const farFromPauses = lines.filter((_, index) => isWhole[index - 1] && isWhole[index] && isWhole[index + 1]);
  expect(farFromPauses.filter(({ text }) => !sent.has(text))).toEqual([]);
  expect(stored.length).toBeGreaterThan(5);
  expect(stored.every(({ started_at, ended_at }) => Number(ended_at) - Number(started_at) === 100)).toBe(true);
});

test('a companion with --once plays its sound, closes the session and exits', async () => {
  await writeSound(25);
  const companion = await start('--frames', file('sound.pcm'), '--keep', file('kept.wav'), '--once');
  await desk.on(server).send('call-started');
  expect(await companion.ended()).toBe(0);
  const [closed] = companion.named('session.closed');
  const session = await sessionOf(deployment, String(closed?.session_id));
  expect(session.finalized_at?.toISOString()).toBe(closed?.finalized_at);
  const kept = await readFile(file('kept.wav'));
  expect(kept.subarray(0, 4).toString()).toBe('RIFF');
  expect(kept.readUInt32LE(40)).toBe(kept.length - 44);
  expect(companion.events.at(-1)).toMatchObject({
    event: 'ended',
    recorded_ms: ((kept.length - 44) / frameBytes) * 20,
  });
});

test('the companion opens a session for each call and closes it when the call ends', async () => {
  const companion = await start();
  const { send } = desk.on(server);
  await send('call-started');
  await isRecording(companion);
  await send('call-started', { phone_number: '+14155550177' });
  await until('the second session is open', () => companion.named('session.opened').length === 2);
  await send('call-ended');
  await until('both are closed', () => companion.named('session.closed').length === 2);
  const ids = companion.named('session.opened').map(({ session_id }) => session_id);
  expect(companion.named('session.closed').map(({ session_id }) => session_id)).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
});

/** What recorders reported of the calls that the companion opened sessions for. */
function reportsOf(companion: ReferenceCompanion): Promise<{ reference: string; kind: string }[]> {
  return deployment.query(
    `SELECT c.reference, e.kind FROM call_evidence e JOIN calls c ON c.id = e.call_id
      WHERE c.reference = ANY ($1::uuid[]) AND e.kind IN ('recording.saved', 'recording.failed') ORDER BY e.at`,
    [companion.named('session.opened').map(({ call_reference }) => call_reference)],
  );
}

test('the companion reports of each call that what it recorded was saved', async () => {
  const companion = await start('--keep', file('kept.wav'));
  const { send } = desk.on(server);
  await send('call-started');
  await isRecording(companion);
  await recordsMore(companion);
  await send('call-started', { phone_number: '+14155550177' });
  await until('the second session is open', () => companion.named('session.opened').length === 2);
  await recordsMore(companion);
  companion.kill('SIGINT');
  expect(await companion.ended()).toBe(0);
  const calls = companion.named('session.opened').map(({ call_reference }) => call_reference);
  expect(await reportsOf(companion)).toEqual(calls.map((reference) => ({ reference, kind: 'recording.saved' })));
});

test('the companion reports that what it recorded could not be kept', async () => {
  const companion = await start('--keep', '/dev/full');
  await desk.on(server).send('call-started');
  expect(await companion.ended()).toBe(1);
  expect(await reportsOf(companion)).toMatchObject([{ kind: 'recording.failed' }]);
});

test('the companion ends with exit code 1 and instructions if the token is refused', async () => {
  await writeFile(file('token'), await deployment.token(desk.rep, desk.brand, 'tab'));
  const url = `http://127.0.0.1:${server.port}`;
  const companion = new ReferenceCompanion(['--url', url, '--token-file', file('token')]);
  running.push(companion);
  expect(await companion.ended()).toBe(1);
  expect(companion.errors).toMatch(/^callside: the service refuses the token; .*\n$/);
  expect(companion.named('status').map(({ may_record }) => may_record)).not.toContain(true);
});

test('the companion says once why it has no connection, and goes on trying', async () => {
  let attempts = 0;
  const closed = createServer((connection) => {
    attempts += 1;
    connection.destroy();
  }).listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const url = `http://127.0.0.1:${Object(closed.address()).port}`;
  const companion = new ReferenceCompanion(['--url', url, '--token', 'a']);
  running.push(companion);
  await until('it has tried again', () => attempts > 2);
  companion.kill('SIGTERM');
  expect(await companion.ended()).toBe(0);
  closed.close();
  const message = expect.stringContaining(`no connection to ${url}: `);
  expect(companion.named('connection.failed')).toEqual([expect.objectContaining({ message })]);
});

test('the companion ends with exit code 1 if what it records cannot be kept, after it closed the session', async () => {
  const companion = await start('--keep', '/dev/full');
  await desk.on(server).send('call-started');
  expect(await companion.ended()).toBe(1);
  expect(companion.errors).toBe('callside: cannot write /dev/full (--keep): the disk is full\n');
  expect(companion.named('session.closed')).toHaveLength(1);
});

test('the companion ends with exit code 1 if the session could not be closed', async () => {
  const companion = await start();
  await desk.on(server).send('call-started');
  await isRecording(companion);
  network.cut();
  companion.kill('SIGTERM');
  expect(await companion.ended()).toBe(1);
  expect(companion.errors).toMatch(/^callside: the service did not answer/);
});

test('the companion ends with exit code 1 if another companion has taken its session', async () => {
  const first = await start();
  await desk.on(server).send('call-started');
  await isRecording(first);
  const second = await start();
  await until('the second has the session', () => second.named('session.opened').length === 1);
  first.kill('SIGTERM');
  expect(await first.ended()).toBe(1);
  expect(first.errors).toBe('callside: the session could not be closed: Another companion captures this session.\n');
});
