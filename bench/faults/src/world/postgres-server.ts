import path from 'node:path';
import { type RunningPostgres, startPostgres } from '@callside/embedded';
import { becomesTrue } from './until.ts';

/** A PostgreSQL that can be stopped immediately and started again on its port. */
export class PostgresServer {
  readonly #dataDir: string;
  #running: RunningPostgres;

  private constructor(dataDir: string, running: RunningPostgres) {
    this.#dataDir = dataDir;
    this.#running = running;
  }

  static async start(directory: string): Promise<PostgresServer> {
    const dataDir = path.join(directory, 'postgres');
    return new PostgresServer(dataDir, await startPostgres({ dataDir }));
  }

  get url(): string {
    return this.#running.url;
  }

  get port(): number {
    return this.#running.port;
  }

  /** Like `pg_ctl stop -m immediate`: it writes nothing more, and the next start recovers from the write-ahead log. */
  async stopImmediately(): Promise<void> {
    const { pid } = this.#running;
    process.kill(pid, 'SIGQUIT');
    if (!(await becomesTrue(() => !isAlive(pid), 10_000))) throw new Error('PostgreSQL did not stop');
  }

  /** Resolves when it accepts connections. */
  async startAgain(): Promise<void> {
    this.#running = await startPostgres({ dataDir: this.#dataDir, port: this.port });
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
