import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { HttpClient } from './http-client.ts';
import { until } from './until.ts';

const main = path.join(__dirname, '../../dist/main.js');
const startLimitMs = 20_000;

export interface ServerSettings {
  databaseUrl: string;
  /** null: without Redis. */
  redisUrl: string | null;
  secret: string;
  /** Default: the service's own program. */
  entry?: string;
  /** Further settings of its environment. */
  settings?: Record<string, string>;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The built service in a separate process, on a free port. */
export class ServerProcess {
  readonly port: number;
  readonly client: HttpClient;
  readonly #child: ChildProcess;
  readonly #exit: Promise<Exit>;
  readonly #lines: string[];

  private constructor(child: ChildProcess, port: number, lines: string[]) {
    this.port = port;
    // One connection for each sender: waiting for a free connection would be measured as server time.
    this.client = new HttpClient(port, { maxSockets: Number.POSITIVE_INFINITY });
    this.#child = child;
    this.#lines = lines;
    this.#exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  }

  /** Resolves when it listens. */
  static async start({
    databaseUrl,
    redisUrl,
    secret,
    entry = main,
    settings = {},
  }: ServerSettings): Promise<ServerProcess> {
    const child = spawn(process.execPath, [entry], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        ...(redisUrl !== null && { REDIS_URL: redisUrl }),
        SESSION_SECRET: secret,
        PORT: '0',
        LOG_LEVEL: 'info',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    let port: number | null = null;
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => {
        lines.push(line);
        port ??= portIn(line);
      });
    }
    const isUp = () => port !== null || child.exitCode !== null;
    await until('the server listens', isUp, startLimitMs).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    if (port === null) throw new Error(`the server ended before it listened:\n${lines.join('\n')}`);
    return new ServerProcess(child, port, lines);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('the server has no process');
    return pid;
  }

  /** Everything it has written so far. */
  get log(): string {
    return this.#lines.join('\n');
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves to its exit code or signal when it has ended. */
  ended(): Promise<Exit> {
    return this.#exit;
  }

  async stop(): Promise<void> {
    this.client.close();
    if (!this.isAlive) return;
    this.kill('SIGTERM');
    const patience = setTimeout(() => this.kill('SIGKILL'), 15_000);
    await this.#exit;
    clearTimeout(patience);
  }
}

function portIn(line: string): number | null {
  if (!line.includes('"msg":"listening"')) return null;
  const { msg, port } = JSON.parse(line);
  return msg === 'listening' ? port : null;
}
