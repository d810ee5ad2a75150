import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { until } from '../support/until.ts';

type LogLine = Record<string, unknown>;

interface Demo {
  child: ChildProcess;
  lines: LogLine[];
  errors: string[];
  /** From the line with "listening". */
  listening: () => Promise<LogLine>;
  ended: Promise<number | null>;
  fetch: (
    path: string,
    agent?: Agent,
  ) => Promise<{ status: number | undefined; body: string; headers: IncomingMessage['headers'] }>;
}

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

function startDemo(env: Record<string, string> = {}): Demo {
  const file = path.resolve(import.meta.dirname, '../support/demo-process.mjs');
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, ...env },
  });
  children.add(child);
  const lines: LogLine[] = [];
  const errors: string[] = [];
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));

  async function listening(): Promise<LogLine> {
    await until(() => lines.some(({ msg }) => msg === 'listening') || child.exitCode !== null, 20_000);
    const line = lines.find(({ msg }) => msg === 'listening');
    if (line === undefined) throw new Error(`it does not listen: ${errors.join('\n')}`);
    return line;
  }

  return {
    child,
    lines,
    errors,
    listening,
    ended: once(child, 'close').then(() => child.exitCode),
    fetch: async (url, agent) => {
      const { port } = await listening();
      const [response] = await once(get({ host: '127.0.0.1', port: Number(port), path: url, agent }), 'response');
      return { status: response.statusCode, headers: response.headers, body: await text(response) };
    },
  };
}

const messages = ({ lines }: Demo) => lines.map(({ msg }) => msg);

describe('a service that starts', () => {
  it('logs once that it listens, with the bound port and its name', async () => {
    const demo = startDemo();
    const line = await demo.listening();
    expect(line).toMatchObject({ level: 'info', service: 'demo', msg: 'listening', port: expect.any(Number) });
    expect(line.port).toBeGreaterThan(0);
    expect((await demo.fetch('/fast')).body).toBe('fast');
    expect(messages(demo).filter((msg) => msg === 'listening')).toHaveLength(1);
  });

  it('ends with 1 and one clear line when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const demo = startDemo({ PORT: String(port) });
    expect(await demo.ended).toBe(1);
    other.close();
    expect(demo.errors).toEqual([expect.stringContaining(`demo cannot listen on 127.0.0.1 port ${port}`)]);
    expect(demo.lines).toEqual([]);
  });
});

describe.each(['SIGTERM', 'SIGINT'] as const)('a service that gets %s', (signal) => {
  it('finishes a request in flight, accepts no new ones, closes and ends with 0', async () => {
    const demo = startDemo();
    const agent = new Agent({ keepAlive: true });
    const slow = demo.fetch('/slow', agent);
    await once(demo.child, 'message');
    demo.child.kill(signal);
    await until(() => messages(demo).includes('stopping'));
    await expect(demo.fetch('/fast')).rejects.toThrow('ECONNREFUSED');
    expect(messages(demo)).not.toContain('closing');
    demo.child.send('finish');
    expect(await slow).toMatchObject({ body: 'done', headers: { connection: 'close' } });
    expect(await demo.ended).toBe(0);
    expect(messages(demo)).toEqual(['listening', 'stopping', 'closing']);
  });

  it('does not wait for idle connections', async () => {
    const demo = startDemo();
    const agent = new Agent({ keepAlive: true });
    await demo.fetch('/fast', agent);
    demo.child.kill(signal);
    expect(await demo.ended).toBe(0);
    agent.destroy();
    expect(messages(demo)).toEqual(['listening', 'stopping', 'closing']);
  });
});

describe('a service that is stopping', () => {
  it('answers the next request of a busy client on its connection, and then ends the connection', async () => {
    const demo = startDemo({ LINGER_MS: '9000' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await demo.fetch('/fast', agent);
    demo.child.kill('SIGTERM');
    await until(() => messages(demo).includes('stopping'));
    const last = await demo.fetch('/fast', agent);
    expect(last).toMatchObject({ status: 200, body: 'fast', headers: { connection: 'close' } });
    await expect(demo.fetch('/fast', agent)).rejects.toThrow('ECONNREFUSED');
    expect(await demo.ended).toBe(0);
    agent.destroy();
  });

  it('cuts off requests that do not finish in time, and still closes', async () => {
    const demo = startDemo({ GRACE_MS: '50' });
    const slow = demo.fetch('/slow');
    const cutOff = expect(slow).rejects.toThrow();
    await once(demo.child, 'message');
    demo.child.kill('SIGTERM');
    expect(await demo.ended).toBe(0);
    await cutOff;
    expect(messages(demo)).toEqual(['listening', 'stopping', 'requests in flight were cut off', 'closing']);
  });

  it.each([
    ['fails', 'closing failed'],
    ['hangs', 'closing took too long'],
  ])('ends also when closing %s', async (how, message) => {
    const demo = startDemo({ GRACE_MS: '50', CLOSE: how });
    await demo.listening();
    demo.child.kill('SIGTERM');
    expect(await demo.ended).toBe(0);
    expect(messages(demo).at(-1)).toBe(message);
  });

  it('ends at once at a second signal', async () => {
    const demo = startDemo();
    const slow = demo.fetch('/slow');
    const cutOff = expect(slow).rejects.toThrow();
    await once(demo.child, 'message');
    await until(() => demo.child.exitCode !== null || !demo.child.kill('SIGTERM'));
    await cutOff;
    expect(await demo.ended).toBe(1);
    expect(messages(demo)).toEqual(['listening', 'stopping']);
  });
});

describe('a service after an error', () => {
  it('logs an uncaught exception, finishes the requests in flight and ends with 1', async () => {
    const demo = startDemo();
    const slow = demo.fetch('/slow');
    await once(demo.child, 'message');
    await demo.fetch('/uncaught');
    await until(() => messages(demo).includes('uncaught exception'));
    demo.child.send('finish');
    expect((await slow).body).toBe('done');
    expect(await demo.ended).toBe(1);
    expect(demo.lines).toContainEqual(
      expect.objectContaining({ level: 'fatal', err: expect.objectContaining({ message: 'nobody caught this' }) }),
    );
    expect(messages(demo)).toContain('closing');
  });

  it('logs and counts an unhandled rejection, and continues', async () => {
    const demo = startDemo();
    expect((await demo.fetch('/unhandled')).body).toBe('still here');
    expect((await demo.fetch('/metrics')).body).toContain('unhandled_rejections_total{service="demo"} 1');
    await until(() => messages(demo).includes('unhandled rejection'));
    expect(demo.lines).toContainEqual(expect.objectContaining({ level: 'error', msg: 'unhandled rejection' }));
  });
});
