import { createServer } from 'node:net';
import path from 'node:path';
import { findRedisBinary, ServerProcess } from '@callside/embedded';
import { sendRedisCommand } from './redis-command.ts';
import { becomesTrue } from './until.ts';

/** A Redis without persistence that can be killed, stopped, emptied and started again on its port. */
export class RedisServer {
  readonly port: number;
  readonly #directory: string;
  #process: ServerProcess | null = null;
  #starts = 0;

  private constructor(directory: string, port: number) {
    this.#directory = directory;
    this.port = port;
  }

  static async start(directory: string): Promise<RedisServer> {
    const server = new RedisServer(directory, await freePort());
    await server.startAgain();
    return server;
  }

  get pid(): number | null {
    return this.#process?.running ? this.#process.pid : null;
  }

  /** Resolves when it answers. */
  async startAgain(): Promise<void> {
    const binary = findRedisBinary();
    if (binary === null) throw new Error('there is no redis-server on this machine');
    this.#starts += 1;
    this.#process = ServerProcess.start({
      command: binary,
      args: ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      logFile: path.join(this.#directory, `redis-${this.#starts}.log`),
      spawnOptions: { cwd: '/' },
      stopSignals: ['SIGTERM'],
      patienceMs: 5000,
    });
    const answers = () => sendRedisCommand(this.port, 'PING').catch(() => false);
    if (!(await becomesTrue(answers, 20_000))) throw new Error('Redis did not start');
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#process?.ended;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#process) process.kill(this.#process.pid, signal);
  }

  async flush(): Promise<void> {
    await sendRedisCommand(this.port, 'FLUSHALL');
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
