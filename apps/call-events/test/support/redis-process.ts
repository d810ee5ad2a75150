import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { findRedisBinary } from '@callside/embedded';
import { until } from './until.ts';

/** A separate Redis that can be killed, hung and restarted on the same port. */
export class RedisProcess {
  readonly port: number;
  #child: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  /** A port for a Redis that is not running yet. */
  static async reserve(): Promise<RedisProcess> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a port was not to be had');
    server.close();
    await once(server, 'close');
    return new RedisProcess(address.port);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const binary = findRedisBinary();
    if (binary === null) throw new Error('there is no redis-server on this machine');
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#child = spawn(binary, settings, { stdio: 'ignore', cwd: '/tmp' });
    await until('Redis accepts connections', () => accepts(this.port));
  }

  async kill(): Promise<void> {
    if (this.#child === null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    this.#child = null;
  }

  /** It keeps its connections but answers nothing. */
  hang(): void {
    this.#child?.kill('SIGSTOP');
  }

  wake(): void {
    this.#child?.kill('SIGCONT');
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
