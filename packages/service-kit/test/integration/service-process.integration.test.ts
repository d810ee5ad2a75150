import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpAnswer, ServiceProcess, until } from '@callside/test-kit';

type LogLine = Record<string, unknown>;

const program = path.resolve(import.meta.dirname, '../support/demo-process.mjs');

const demos: ServiceProcess[] = [];
afterEach(async () => {
  for (const demo of demos.splice(0)) {
    demo.kill('SIGKILL');
    await demo.stop();
  }
});

function spawnDemo(settings: Record<string, string> = {}): ServiceProcess {
  const demo = ServiceProcess.spawn({ program, settings });
  demos.push(demo);
  return demo;
}

async function startDemo(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const demo = spawnDemo(settings);
  await demo.listens();
  return demo;
}

const get = ({ client }: ServiceProcess, path: string): Promise<HttpAnswer> => client.send({ method: 'GET', path });

/** A request that the demo does not answer before `finish`. Resolves when the demo has it. */
async function begin(demo: ServiceProcess): Promise<{ answer: Promise<HttpAnswer> }> {
  const answer = get(demo, '/slow');
  // Prevents an unhandled rejection: tests that expect a failure await the answer later.
  answer.catch(() => {});
  await until('the demo has the request', () => demo.log.includes('slow request'));
  return { answer };
}

const finish = (demo: ServiceProcess) => demo.kill('SIGUSR2');

const isJson = (line: string) => line.startsWith('{');
const linesOf = ({ log }: ServiceProcess): LogLine[] =>
  log
    .split('\n')
    .filter(isJson)
    .map((line) => JSON.parse(line));
const messages = (demo: ServiceProcess) => linesOf(demo).map(({ msg }) => msg);
const logs = (demo: ServiceProcess, message: string) => until(message, () => messages(demo).includes(message));

describe('a service that starts', () => {
  it('logs once that it listens, with the bound port and its name', async () => {
    const demo = await startDemo();
    const [line] = linesOf(demo);
    expect(line).toMatchObject({ level: 'info', service: 'demo', msg: 'listening', port: expect.any(Number) });
    expect(line?.port).toBeGreaterThan(0);
    expect((await get(demo, '/fast')).text).toBe('fast');
    expect(messages(demo).filter((msg) => msg === 'listening')).toHaveLength(1);
  });

  it.each(['error', 'silent'])('logs that line also at the level %s, and no other', async (level) => {
    const demo = await startDemo({ LOG_LEVEL: level });
    await demo.stop();
    expect(messages(demo)).toEqual(['listening']);
  });

  it.each(['PORT', 'METRICS_PORT'])('ends with 1 and one line that names %s when that port is taken', async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const demo = spawnDemo({ [name]: String(port) });
    expect(await demo.ended()).toMatchObject({ code: 1 });
    other.close();
    expect(demo.log.split('\n')).toEqual([
      expect.stringContaining(`demo cannot listen on 127.0.0.1 port ${port} (${name}): `),
    ]);
  });
});

it('ends with 78 and names BIND when it is no address', async () => {
  const demo = spawnDemo({ BIND: '999.1.1.1' });
  expect(await demo.ended()).toMatchObject({ code: 78 });
  expect(demo.log).toContain('BIND is not valid: it is no address and no known host name. Example: BIND=127.0.0.1');
});

it('ends with 1 when this machine has not got the address, because it may get it later', async () => {
  const demo = spawnDemo({ BIND: '203.0.113.7' });
  expect(await demo.ended()).toMatchObject({ code: 1 });
  expect(demo.log).toMatch(/demo cannot listen on 203\.0\.113\.7 port \d+ \(BIND\): /);
});

it('serves and ends with 0 while its log cannot be written, as on a full disk', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', full, 'ignore'],
  });
  closeSync(full);
  const ended = once(child, 'close');
  const fast = () => fetch(`http://127.0.0.1:${port}/fast`).then(({ status }) => status);
  await until('it serves', () =>
    fast().then(
      () => true,
      () => false,
    ),
  );
  // Longer than lines wait before they are written.
  await sleep(300);
  expect(await fast()).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

describe.each(['SIGTERM', 'SIGINT'] as const)('a service that gets %s', (signal) => {
  it('finishes a request in flight, accepts no new ones, closes and ends with 0', async () => {
    const demo = await startDemo();
    const slow = await begin(demo);
    demo.kill(signal);
    await logs(demo, 'stopping');
    await expect(get(demo, '/fast')).rejects.toThrow('ECONNREFUSED');
    expect(messages(demo)).not.toContain('closing');
    finish(demo);
    expect(await slow.answer).toMatchObject({ text: 'done', headers: { connection: 'close' } });
    expect(await demo.ended()).toMatchObject({ code: 0 });
    expect(messages(demo)).toEqual(['listening', 'stopping', 'closing']);
  });

  it('does not wait for idle connections', async () => {
    const demo = await startDemo();
    await get(demo, '/fast');
    demo.kill(signal);
    expect(await demo.ended()).toMatchObject({ code: 0 });
    expect(messages(demo)).toEqual(['listening', 'stopping', 'closing']);
  });
});

describe('a service that is stopping', () => {
  it('answers the next request of a busy client on its connection, and then ends the connection', async () => {
    const demo = await startDemo({ LINGER_MS: '9000' });
    await get(demo, '/fast');
    demo.kill('SIGTERM');
    await logs(demo, 'stopping');
    const last = await get(demo, '/fast');
    expect(last).toMatchObject({ status: 200, text: 'fast', headers: { connection: 'close' } });
    await expect(get(demo, '/fast')).rejects.toThrow('ECONNREFUSED');
    expect(await demo.ended()).toMatchObject({ code: 0 });
  });

  it('cuts off requests that do not finish in time, and still closes', async () => {
    const demo = await startDemo({ GRACE_MS: '50' });
    const slow = await begin(demo);
    demo.kill('SIGTERM');
    expect(await demo.ended()).toMatchObject({ code: 0 });
    await expect(slow.answer).rejects.toThrow();
    expect(messages(demo)).toEqual(['listening', 'stopping', 'requests in flight were cut off', 'closing']);
  });

  it.each([
    ['fails', 'closing failed'],
    ['hangs', 'closing took too long'],
  ])('ends also when closing %s', async (how, message) => {
    const demo = await startDemo({ GRACE_MS: '50', CLOSE: how });
    demo.kill('SIGTERM');
    expect(await demo.ended()).toMatchObject({ code: 0 });
    expect(messages(demo).at(-1)).toBe(message);
  });

  it('ends at once at a second signal', async () => {
    const demo = await startDemo();
    const slow = await begin(demo);
    await until('the demo has ended', () => {
      demo.kill('SIGTERM');
      return !demo.isAlive;
    });
    await expect(slow.answer).rejects.toThrow();
    expect(await demo.ended()).toMatchObject({ code: 1 });
    expect(messages(demo)).toEqual(['listening', 'stopping']);
  });
});

describe('a service after an error', () => {
  it('logs an uncaught exception, finishes the requests in flight and ends with 1', async () => {
    const demo = await startDemo();
    const slow = await begin(demo);
    await get(demo, '/uncaught');
    await logs(demo, 'uncaught exception');
    finish(demo);
    expect((await slow.answer).text).toBe('done');
    expect(await demo.ended()).toMatchObject({ code: 1 });
    expect(linesOf(demo)).toContainEqual(
      expect.objectContaining({ level: 'fatal', err: expect.objectContaining({ message: 'nobody caught this' }) }),
    );
    expect(messages(demo)).toContain('closing');
  });

  it('ends with 1 during a drain, as soon as the requests in flight have finished', async () => {
    const demo = await startDemo({ DRAIN_MS: '600000' });
    const slow = await begin(demo);
    demo.kill('SIGTERM');
    await logs(demo, 'stopping');
    expect((await get(demo, '/fast')).text).toBe('fast');
    await get(demo, '/uncaught');
    await until('new requests are refused', () =>
      get(demo, '/fast').then(
        () => false,
        () => true,
      ),
    );
    finish(demo);
    expect((await slow.answer).text).toBe('done');
    expect(await demo.ended()).toMatchObject({ code: 1 });
    expect(messages(demo)).toEqual(['listening', 'stopping', 'uncaught exception', 'closing']);
  });

  it('ends with 1 also when the exception comes while it closes', async () => {
    const demo = await startDemo({ CLOSE: 'throws' });
    demo.kill('SIGTERM');
    expect(await demo.ended()).toMatchObject({ code: 1 });
    expect(messages(demo)).toEqual(['listening', 'stopping', 'closing', 'uncaught exception']);
  });

  it('logs and counts an unhandled rejection, and continues', async () => {
    const demo = await startDemo();
    expect((await get(demo, '/unhandled')).text).toBe('still here');
    expect((await get(demo, '/metrics')).text).toContain('unhandled_rejections_total{service="demo"} 1');
    await logs(demo, 'unhandled rejection');
    expect(linesOf(demo)).toContainEqual(expect.objectContaining({ level: 'error', msg: 'unhandled rejection' }));
  });
});
