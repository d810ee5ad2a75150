import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type RunningServer, startPostgres } from '@callside/embedded';
import { until } from './until.ts';

/** A separate PostgreSQL that can be stopped, hung and started again on its port. */
export class PostgresProcess {
  readonly #directory: string;
  #running: RunningServer;

  private constructor(directory: string, running: RunningServer) {
    this.#directory = directory;
    this.#running = running;
  }

  /** Its data is stored in a subdirectory of `directory`, by default a temporary one. */
  static async start(directory?: string): Promise<PostgresProcess> {
    const parent = directory ?? (await mkdtemp('/tmp/callside-postgres-'));
    return new PostgresProcess(parent, await startPostgres({ dataDir: path.join(parent, 'postgres') }));
  }

  get url(): string {
    return this.#running.url;
  }

  get port(): number {
    return this.#running.port;
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }

  /** Like `pg_ctl stop -m immediate`: it writes nothing more, and the next start recovers from the write-ahead log. */
  async stopImmediately(): Promise<void> {
    const { pid } = this.#running;
    signal(pid, 'SIGQUIT');
    await until('PostgreSQL has stopped', () => !signal(pid, 0));
  }

  /** Resolves when it accepts connections. */
  async startAgain(): Promise<void> {
    this.#running = await startPostgres({ dataDir: path.join(this.#directory, 'postgres'), port: this.port });
  }

  /** All its processes keep their connections but answer nothing. */
  async hang(): Promise<void> {
    const { pid } = this.#running;
    signal(pid, 'SIGSTOP');
    for (const child of await childrenOf(pid)) signal(child, 'SIGSTOP');
  }

  async wake(): Promise<void> {
    const { pid } = this.#running;
    for (const child of await childrenOf(pid)) signal(child, 'SIGCONT');
    signal(pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** False: the process has ended. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (Object(error).code !== 'ESRCH') throw error;
    return false;
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_pid, index) => parents[index] === parent);
}

/** The fourth field of `stat`; the second one, a name in parentheses, may contain any characters. */
async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parent === undefined ? null : Number(parent);
}
