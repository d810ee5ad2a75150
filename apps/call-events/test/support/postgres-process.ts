import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '@callside/database';
import { type RunningPostgres, startPostgres } from '@callside/embedded';

/** A separate, migrated PostgreSQL that can be stopped, hung and restarted on the same port. */
export class PostgresProcess {
  readonly #directory: string;
  #running: RunningPostgres;

  private constructor(directory: string, running: RunningPostgres) {
    this.#directory = directory;
    this.#running = running;
  }

  static async start(): Promise<PostgresProcess> {
    const directory = await mkdtemp('/tmp/callside-outage-');
    const running = await startPostgres({ dataDir: path.join(directory, 'data') });
    await migrate({ url: running.url });
    return new PostgresProcess(directory, running);
  }

  get url(): string {
    return this.#running.url;
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }

  async startAgain(): Promise<void> {
    this.#running = await startPostgres({ dataDir: path.join(this.#directory, 'data'), port: this.#running.port });
  }

  /** All its processes keep their connections but answer nothing. */
  async hang(): Promise<void> {
    process.kill(this.#running.pid, 'SIGSTOP');
    for (const pid of await childrenOf(this.#running.pid)) signal(pid, 'SIGSTOP');
  }

  async wake(): Promise<void> {
    for (const pid of await childrenOf(this.#running.pid)) signal(pid, 'SIGCONT');
    process.kill(this.#running.pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** A process may have ended since it was listed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (Object(error).code !== 'ESRCH') throw error;
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
