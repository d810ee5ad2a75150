import * as fakeTimers from '@sinonjs/fake-timers';
import { FakeCompanionLink } from '../../test/support/fake-companion-link.ts';
import { CompanionConnection, type CompanionConnectionOptions } from './companion-connection.ts';
import type { CompanionRequestError } from './companion-request-error.ts';
import type { CompanionView } from './companion-view.ts';

const call = '5a4c2f1e-9f3a-4f0e-8a3c-0123456789ab';
const session = '0d7c8a54-2b1f-4f0e-8a3c-0123456789ab';
const nextCall = '5a4c2f1e-9f3a-4f0e-8a3c-0123456789ac';
const nextSession = '0d7c8a54-2b1f-4f0e-8a3c-0123456789ac';

let link: FakeCompanionLink;
let companion: CompanionConnection;
let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install({ now: Date.now() });
});
afterEach(() => {
  void companion.stop();
  clock.uninstall();
});

function start(options: Partial<CompanionConnectionOptions> = {}): void {
  link = new FakeCompanionLink();
  companion = new CompanionConnection({
    baseUrl: 'http://service.example',
    token: 'token',
    link,
    onRecorded: ({ bytes }) => link.log.push(`recorded ${bytes[0]}`),
    ...options,
  });
  companion.start();
}

const say = (sequence: number, paused: boolean, call_reference: string | null = call) =>
  link.say({ sequence, paused, call_reference });

/** Lets pending promises settle. */
const settle = () => clock.tickAsync(0);

/** Time passes, in which the service answers and proves itself. */
async function passWithAlive(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    link.answerProbes();
    link.prove();
    await clock.tickAsync(250);
  }
}

/** Captures 20 ms of sound; the first byte is given. */
async function capture(byte: number): Promise<boolean> {
  const startedAt = companion.now();
  await clock.tickAsync(20);
  return companion.frame(Uint8Array.of(byte), startedAt);
}

async function openSession(id = session, payload: object = { call_reference: call }): Promise<void> {
  const opened = companion.open();
  await settle();
  expect(link.requests).toMatchObject([{ event: 'session.open', payload }]);
  link.requests.splice(0)[0]?.answer({ session_id: id });
  await expect(opened).resolves.toBe(id);
}

async function startRecording(options: Partial<CompanionConnectionOptions> = {}): Promise<void> {
  start(options);
  link.connect();
  say(5, false);
  await openSession();
  link.log.splice(0);
}

describe('the acknowledgement of a recording state', () => {
  test('is sent after the state has taken effect and onChange has run', async () => {
    await startRecording({
      onChange: ({ recording }) => {
        link.log.push(`${recording}, taken: ${companion.frame(Uint8Array.of(9), companion.now())}`);
      },
    });
    say(6, true);
    await settle();
    expect(link.log).toEqual(['paused, taken: false', 'ack 6']);
  });

  test('waits for the promise of onChange', async () => {
    let stopped = () => {};
    await startRecording({
      onChange: ({ recording }) => (recording === 'paused' ? new Promise((resolve) => (stopped = resolve)) : undefined),
    });
    say(6, true);
    // A second delivery meanwhile does not acknowledge it either.
    say(6, true);
    await settle();
    expect(await capture(1)).toBe(false);
    expect(link.log).toEqual([]);
    stopped();
    await settle();
    expect(link.log).toEqual(['ack 6', 'ack 6']);
  });

  test('is not sent when onChange fails, and onChange runs again', async () => {
    let failures = 0;
    await startRecording({
      onChange: ({ recording }) => {
        if (recording !== 'paused' || failures === 2) return;
        failures += 1;
        throw new Error('the device hangs');
      },
    });
    say(6, true);
    await settle();
    expect(link.log).toEqual([]);
    expect(await capture(1)).toBe(false);
    await clock.tickAsync(250);
    expect(failures).toBe(2);
    expect(link.log).toEqual([]);
  });

  test('is sent when a repeated onChange succeeds, for the newest sequence', async () => {
    let failures = 0;
    await startRecording({
      onChange: ({ recording }) => {
        if (recording !== 'paused' || failures === 3) return;
        failures += 1;
        throw new Error('the device hangs');
      },
    });
    say(6, true);
    say(7, true);
    await settle();
    expect(failures).toBe(2);
    await clock.tickAsync(250);
    expect(link.log).toEqual([]);
    await clock.tickAsync(250);
    expect(link.log).toEqual(['ack 7', 'ack 7']);
    await clock.tickAsync(1000);
    expect(link.log).toHaveLength(2);
  });

  test('is not sent over another connection than its state', async () => {
    let isBusy = true;
    await startRecording({
      onChange: ({ recording }) => {
        if (recording === 'paused' && isBusy) throw new Error('the device hangs');
      },
    });
    say(6, true);
    await settle();
    link.connect();
    isBusy = false;
    await clock.tickAsync(500);
    expect(link.log).toEqual([]);
    say(6, true);
    await settle();
    expect(link.log).toEqual(['ack 6']);
  });

  test('that may come too late is replaced: the connection is made again, and its first state acknowledged', async () => {
    let apply = () => {};
    await startRecording({
      onChange: ({ recording }) => (recording === 'paused' ? new Promise((resolve) => (apply = resolve)) : undefined),
    });
    say(6, true);
    await passWithAlive(56_000);
    expect(link.log).toEqual([]);
    apply();
    await settle();
    expect(link.log).toEqual(['ack 6', 'renew']);
  });

  test('says which sequence is applied when a lower one arrives', async () => {
    await startRecording();
    say(7, true);
    say(6, false);
    await settle();
    expect(link.log).toEqual(['ack 7', 'ack 7']);
    expect(companion.recording).toBe('paused');
  });

  test('is not sent for an unreadable message, and the state becomes unknown', async () => {
    await startRecording();
    link.sayAnything({ paused: 'no', sequence: 6 });
    await settle();
    expect(link.log).toEqual([]);
    expect(companion.view).toMatchObject({
      recording: 'unknown',
      unknownReason: 'message unreadable',
      mayRecord: false,
    });
  });
});

describe('calls of onChange', () => {
  /** A recorder that starts and stops as slowly as it is told. */
  function slowRecorder({ startMs, stopMs }: { startMs: number; stopMs: number }) {
    const recorder = { isOn: false, calls: [] as string[] };
    const onChange = async ({ mayRecord, sequence }: CompanionView) => {
      recorder.calls.push(`${mayRecord ? 'start' : 'stop'} ${sequence}`);
      await new Promise((resolve) => setTimeout(resolve, mayRecord ? startMs : stopMs));
      recorder.isOn = mayRecord;
    };
    return { recorder, onChange };
  }

  test('run one after another, so that a pause during a slow start leaves the recorder off', async () => {
    const { recorder, onChange } = slowRecorder({ startMs: 1500, stopMs: 20 });
    start({ onChange });
    link.connect();
    await clock.tickAsync(100);
    say(5, false);
    await clock.tickAsync(300);
    say(6, true);
    await clock.tickAsync(1000);
    expect(link.log).toEqual([]);
    await clock.tickAsync(300);
    expect(link.log).toEqual(['ack 5', 'ack 6']);
    expect(recorder.isOn).toBe(false);
  });

  test('leave out a resume that was followed by a pause, and keep the pause before a resume', async () => {
    const { recorder, onChange } = slowRecorder({ startMs: 1000, stopMs: 1000 });
    start({ onChange });
    link.connect();
    say(5, false);
    await clock.tickAsync(1500);
    for (const [sequence, paused] of [
      [6, true],
      [7, false],
      [8, true],
      [9, false],
    ] as const)
      say(sequence, paused);
    await clock.tickAsync(2400);
    expect(recorder.calls).toEqual(['stop null', 'start 5', 'stop 8', 'start 9']);
    expect(link.log).toEqual(['ack 5', 'ack 8', 'ack 8', 'ack 8']);
    link.answerProbes();
    await clock.tickAsync(1000);
    expect(link.log.at(-1)).toBe('ack 9');
  });

  test('one that does not end is reported once, and nothing after it is applied or acknowledged', async () => {
    const errors: unknown[] = [];
    const calls: string[] = [];
    start({
      onError: (error) => errors.push(error),
      onChange: ({ recording }) => {
        calls.push(recording);
        return recording === 'recording' ? new Promise(() => {}) : undefined;
      },
    });
    link.connect();
    await settle();
    say(5, false);
    await settle();
    say(6, true);
    await passWithAlive(30_000);
    expect(calls).toEqual(['unknown', 'recording']);
    expect(link.log).toEqual([]);
    expect(await capture(1)).toBe(false);
    expect(errors).toEqual([
      new Error('onChange has run for 10 s; later changes wait for it and are not acknowledged'),
    ]);
  });

  test('pass what they throw to onError', async () => {
    const errors: unknown[] = [];
    const failure = new Error('the device is busy');
    await startRecording({
      onError: (error) => errors.push(error),
      onChange: ({ recording }) => {
        if (recording === 'paused' && errors.length === 0) throw failure;
      },
    });
    say(6, true);
    await clock.tickAsync(250);
    expect(errors).toEqual([failure]);
  });
});

describe('frames', () => {
  test('are sent to the service and recorded once it has answered something that was sent after them', async () => {
    await startRecording();
    expect(await capture(1)).toBe(true);
    expect(link.log).toEqual([]);
    await clock.tickAsync(250);
    link.answerProbes();
    expect(link.log).toEqual([`frame 1 of ${session}`, 'recorded 1']);
  });

  test('are discarded when a pause arrives before that answer', async () => {
    await startRecording();
    await capture(1);
    say(6, true);
    await clock.tickAsync(250);
    link.answerProbes();
    say(7, false);
    await clock.tickAsync(250);
    link.answerProbes();
    expect(link.log).toEqual(['ack 6', 'ack 7']);
  });

  test.each<[string, Uint8Array]>([
    ['Uint8Array', Uint8Array.of(1)],
    ['Buffer', Buffer.from([1])],
  ])('are copied, so that the caller may reuse its buffer: a %s', async (_kind, buffer) => {
    await startRecording();
    const startedAt = companion.now();
    await clock.tickAsync(20);
    companion.frame(buffer, startedAt);
    buffer[0] = 2;
    await clock.tickAsync(250);
    link.answerProbes();
    expect(link.log).toContain('recorded 1');
  });

  test('wait for the session of their call', async () => {
    start();
    link.connect();
    say(5, false);
    await capture(1);
    await clock.tickAsync(250);
    link.answerProbes();
    expect(link.log).not.toContain('recorded 1');
    await openSession();
    expect(link.log).toContain('recorded 1');
  });

  test('frames of another call are never sent to the session', async () => {
    start();
    link.connect();
    const resumed = companion.resume(session);
    await settle();
    link.requests.splice(0)[0]?.answer({ session_id: session });
    await resumed;
    say(5, false);
    await capture(1);
    await clock.tickAsync(250);
    link.answerProbes();
    say(6, false, session);
    await capture(2);
    await clock.tickAsync(250);
    link.answerProbes();
    expect(companion.view.mayRecord).toBe(true);
    expect(link.log.filter((entry) => entry.startsWith('recorded'))).toEqual(['recorded 1']);
  });

  test('of the next call wait for its session while that of the call before opens', async () => {
    start();
    link.connect();
    say(5, false);
    const opened = companion.open();
    await settle();
    say(6, false, nextCall);
    await capture(2);
    await clock.tickAsync(250);
    link.answerProbes();
    link.requests.splice(0)[0]?.answer({ session_id: session });
    await opened;
    await openSession(nextSession, { call_reference: nextCall });
    expect(link.log.filter((entry) => entry.startsWith('frame'))).toEqual([`frame 2 of ${nextSession}`]);
  });

  test('of the next call wait for its session while that of the call before closes', async () => {
    await startRecording();
    say(6, false, nextCall);
    const closed = companion.close();
    expect(await capture(2)).toBe(true);
    await clock.tickAsync(250);
    link.answerProbes();
    expect(link.requests).toMatchObject([{ event: 'session.close', payload: { session_id: session } }]);
    link.requests.splice(0)[0]?.answer({ session_id: session, finalized_at: '2026-03-01T12:00:00.000Z' });
    await closed;
    await openSession(nextSession, { call_reference: nextCall });
    expect(link.log.filter((entry) => entry.startsWith('frame'))).toEqual([`frame 2 of ${nextSession}`]);
  });

  test('of an earlier call are never sent to a session that is opened before a call is known', async () => {
    await startRecording();
    say(6, false, nextCall);
    await capture(2);
    await clock.tickAsync(250);
    link.answerProbes();
    say(7, false, null);
    await openSession(nextSession, {});
    expect(link.log.filter((entry) => entry.startsWith('frame'))).toEqual([]);
  });

  test('are recorded at the next alive when there are no pings', async () => {
    start();
    link.probing = false;
    link.connect();
    say(5, false);
    await openSession();
    await capture(1);
    await clock.tickAsync(2000);
    expect(link.log).not.toContain('recorded 1');
    link.prove();
    expect(link.log).toContain('recorded 1');
  });
});

describe('the unknown state', () => {
  test('nothing is recorded before the first state, nor between a loss and the next first state', async () => {
    start();
    expect(companion.view).toMatchObject({ recording: 'unknown', unknownReason: 'not connected' });
    link.connect();
    expect(companion.view).toMatchObject({ recording: 'unknown', unknownReason: 'not greeted' });
    expect(await capture(1)).toBe(false);
    say(5, false);
    expect(await capture(2)).toBe(true);
    link.lose();
    expect(companion.view).toMatchObject({ recording: 'unknown', unknownReason: 'connection lost' });
    expect(await capture(3)).toBe(false);
    link.connect();
    expect(await capture(4)).toBe(false);
    say(6, false);
    expect(await capture(5)).toBe(true);
  });

  test('nothing is recorded 5 s after the last alive, though the server answers pings, until another connection', async () => {
    await startRecording();
    await clock.tickAsync(3000);
    link.prove();
    for (let ms = 0; ms < 4750; ms += 250) {
      link.answerProbes();
      await clock.tickAsync(250);
    }
    expect(companion.view.mayRecord).toBe(true);
    await clock.tickAsync(250);
    expect(companion.view).toMatchObject({ recording: 'unknown', mayRecord: false });
    expect(link.log).toEqual(['renew']);
    link.connect();
    link.prove();
    expect(companion.view.mayRecord).toBe(false);
    say(5, false);
    expect(companion.view.mayRecord).toBe(true);
  });

  test('an alive that waited while the process stood still does not allow recording', async () => {
    await startRecording();
    const stoodStill = performance.now() + 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(stoodStill);
    link.prove();
    say(6, false);
    expect(companion.view.mayRecord).toBe(false);
    jest.restoreAllMocks();
  });

  test('nothing is accepted after the computer slept, while the monotonic clock stood still', async () => {
    await startRecording();
    clock.setSystemTime(Date.now() + 60_000);
    expect(companion.frame(Uint8Array.of(1), companion.now())).toBe(false);
    expect(companion.view).toMatchObject({ unknownReason: 'service silent', mayRecord: false });
    await clock.tickAsync(250);
    expect(link.log).toEqual(['renew']);
  });

  test('nothing is accepted after a sleep, even before the timers run', async () => {
    await startRecording();
    const startedAt = companion.now();
    const asleep = companion.now() + 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(asleep);
    expect(companion.frame(Uint8Array.of(1), startedAt)).toBe(false);
    expect(companion.recording).toBe('unknown');
    jest.restoreAllMocks();
  });

  test('a refused token makes the state unknown', async () => {
    await startRecording();
    link.refuse();
    expect(companion.view).toMatchObject({ recording: 'unknown', unknownReason: 'token refused', mayRecord: false });
  });

  test('nothing is recorded between calls', async () => {
    await startRecording();
    say(6, false, null);
    link.endCall(call);
    expect(companion.view).toMatchObject({ recording: 'recording', mayRecord: false, callReference: null });
    expect(await capture(1)).toBe(false);
  });
});

describe('stop', () => {
  /** Resolves to what a companion did within 6 s after it was stopped, with a recorder that stops like that. */
  async function stopWith(stopRecorder: () => Promise<void>): Promise<string[]> {
    let isStopping = false;
    await startRecording({ onChange: () => (isStopping ? stopRecorder() : undefined) });
    isStopping = true;
    void companion.stop();
    await clock.tickAsync(6000);
    return link.log;
  }

  test('tells the service that the companion has left after onChange has stopped the recorder', async () => {
    const slowly = () =>
      new Promise<void>((resolve) => setTimeout(resolve, 1000)).then(() => void link.log.push('off'));
    expect(await stopWith(slowly)).toEqual(['off', 'left']);
  });

  test.each([
    ['hangs', () => new Promise<void>(() => {})],
    ['fails', () => Promise.reject(new Error('the device hangs'))],
  ])('closes the connection without it when the recorder %s', async (_name, stop) => {
    expect(await stopWith(stop)).toEqual(['closed']);
  });
});

describe('requests', () => {
  const chunk = { speaker: 'rep', text: 'hello', startedAt: new Date(0), endedAt: new Date(1000) };

  test('are repeated until the service can answer', async () => {
    start();
    link.connect();
    const opened = companion.open(call);
    await settle();
    for (const delayMs of [250, 500, 1000]) {
      link.requests.splice(0)[0]?.answer({ error: { code: 'unavailable', message: 'try again' } });
      await clock.tickAsync(delayMs - 1);
      expect(link.requests).toEqual([]);
      await clock.tickAsync(1);
      expect(link.requests).toHaveLength(1);
      link.answerProbes();
    }
    link.requests[0]?.answer({ session_id: session });
    await expect(opened).resolves.toBe(session);
  });

  test('reject with the error code of the service', async () => {
    start();
    link.connect();
    const opened = companion.open();
    opened.catch(() => {});
    await settle();
    expect(link.requests[0]?.payload).toEqual({});
    link.requests[0]?.answer({ error: { code: 'no_live_call', message: 'the rep is on no call' } });
    await expect(opened).rejects.toMatchObject({
      name: 'CompanionRequestError',
      code: 'no_live_call',
      message: 'the rep is on no call',
    } satisfies Partial<CompanionRequestError>);
  });

  test('reject when the answer does not match the contract, and when the connection is stopped', async () => {
    start();
    link.connect();
    const unreadable = companion.open();
    unreadable.catch(() => {});
    await settle();
    link.requests.splice(0)[0]?.answer({ session: 1 });
    await expect(unreadable).rejects.toMatchObject({ code: 'unreadable' });
    link.lose();
    const waiting = companion.open();
    waiting.catch(() => {});
    void companion.stop();
    await expect(waiting).rejects.toMatchObject({ code: 'stopped' });
  });

  test('requests of a session that is not open reject at once', async () => {
    start();
    link.connect();
    await expect(companion.chunk(chunk)).rejects.toMatchObject({ code: 'unknown_session' });
    await expect(companion.close()).rejects.toMatchObject({ code: 'unknown_session' });
  });

  test('a session that the service does not have is dropped', async () => {
    await startRecording();
    link.connect();
    await settle();
    expect(link.requests).toMatchObject([{ event: 'session.resume', payload: { session_id: session } }]);
    link.requests[0]?.answer({ error: { code: 'unknown_session', message: 'no such session' } });
    await settle();
    expect(companion.view.sessionId).toBeNull();
  });

  test('chunks are numbered upwards from the current time, so that a restarted companion repeats no number', async () => {
    await startRecording();
    const before = Date.now();
    void companion.chunk(chunk);
    void companion.chunk(chunk);
    void companion.chunk({ ...chunk, sequence: before + 1000 });
    void companion.chunk(chunk);
    await settle();
    expect(link.requests.map(({ payload }) => payload.sequence)).toEqual([
      before,
      before + 1,
      before + 1000,
      before + 1001,
    ]);
    expect(companion.waitingChunks).toBe(4);
    for (const { payload, answer } of link.requests) answer({ sequence: payload.sequence, duplicate: false });
    await settle();
    expect(companion.waitingChunks).toBe(0);
  });

  test('a session without frames, as in a long pause, is resumed before its lease expires', async () => {
    await startRecording();
    say(6, true);
    await passWithAlive(50_000);
    expect(link.requests).toEqual([]);
    await clock.tickAsync(250);
    expect(link.requests).toMatchObject([{ event: 'session.resume', payload: { session_id: session } }]);
    const closed = companion.close();
    await settle();
    expect(link.requests).toHaveLength(1);
    link.requests.splice(0)[0]?.answer({ session_id: session });
    await settle();
    expect(link.requests).toMatchObject([{ event: 'session.close' }]);
    link.requests[0]?.answer({ session_id: session, finalized_at: '2026-03-01T12:00:00.000Z' });
    await closed;
  });

  test('closing sends all earlier frames and chunks, accepts no more, and then sends session.close', async () => {
    await startRecording();
    await capture(1);
    const said = companion.chunk(chunk);
    const closed = companion.close();
    expect(await capture(2)).toBe(false);
    await clock.tickAsync(300);
    link.answerProbes();
    await settle();
    expect(link.log).toContain('recorded 1');
    expect(link.requests.map(({ event }) => event)).toEqual(['session.chunk']);
    const { payload, answer } = link.requests.splice(0)[0] ?? {};
    answer?.({ sequence: payload?.sequence, duplicate: false });
    await said;
    await settle();
    expect(link.requests).toMatchObject([{ event: 'session.close', payload: { session_id: session } }]);
    const finalized = { session_id: session, finalized_at: '2026-03-01T12:00:00.000Z' };
    link.requests[0]?.answer(finalized);
    await expect(closed).resolves.toEqual(finalized);
    expect(companion.view.sessionId).toBeNull();
  });
});
