import { connect } from 'node:net';
import { findFreePort, findRedisBinary, ServerProcess } from '@callside/embedded';
import { until } from './until.ts';

/** A separate Redis without persistence that can be killed, hung and started again on its port. */
export class RedisProcess {
  readonly port: number;
  #process: ServerProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  /** A port for a Redis that is not running yet. */
  static async reserve(): Promise<RedisProcess> {
    return new RedisProcess(await findFreePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** null: it does not run. */
  get pid(): number | null {
    return this.#process?.running ? this.#process.pid : null;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const command = findRedisBinary();
    if (command === null) throw new Error('there is no redis-server on this machine');
    this.#process = ServerProcess.start({
      command,
      args: ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      logFile: '/dev/null',
      spawnOptions: { cwd: '/tmp' },
      stopSignals: ['SIGKILL'],
      patienceMs: 5_000,
    });
    await until('Redis answers', () => this.#send('PING').catch(() => false));
  }

  async kill(): Promise<void> {
    await this.#process?.stop();
  }

  /** It keeps its connections but answers nothing. */
  hang(): void {
    this.#process?.kill('SIGSTOP');
  }

  wake(): void {
    this.#process?.kill('SIGCONT');
  }

  async flush(): Promise<void> {
    await this.#send('FLUSHALL');
  }

  /** Resolves to whether the answer is a simple string, as `+OK`. */
  #send(command: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(`${command}\r\n`));
      socket.setTimeout(2_000, () => socket.destroy(new Error(`Redis did not answer ${command}`)));
      socket.once('data', (answer) => {
        resolve(answer.toString('latin1').startsWith('+'));
        socket.destroy();
      });
      socket.once('error', reject);
    });
  }
}
