import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { HttpClient } from './http-client.ts';
import { until } from './until.ts';

const main = path.join(__dirname, '../../dist/main.js');
const startLimitMs = 20_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The built service in a separate process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<Exit>;
  readonly #lines: string[] = [];
  #client: HttpClient | null = null;

  private constructor(environment: Record<string, string>) {
    this.#child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#exit = once(this.#child, 'close').then(([code, signal]) => ({ code, signal }));
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      if (output === null) continue;
      createInterface({ input: output }).on('line', (line) => {
        this.#lines.push(line);
        const port = portIn(line);
        // As many connections as senders. Otherwise the time that a sender waits for a connection would count as the server's.
        if (port !== null) this.#client = new HttpClient(port, { maxSockets: Number.POSITIVE_INFINITY });
      });
    }
  }

  /** With these settings and no others. */
  static spawn(environment: Record<string, string>): ServerProcess {
    return new ServerProcess(environment);
  }

  /** Resolves when it listens. */
  static async start(environment: Record<string, string>): Promise<ServerProcess> {
    const server = new ServerProcess(environment);
    await until('the server listens', () => server.#client !== null || !server.isAlive, startLimitMs).catch(
      (error: unknown) => {
        server.kill('SIGKILL');
        throw error;
      },
    );
    if (server.#client === null) throw new Error(`the server ended before it listened:\n${server.log}`);
    return server;
  }

  get client(): HttpClient {
    if (this.#client === null) throw new Error('the server does not listen');
    return this.#client;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Everything that it has written. */
  get log(): string {
    return this.#lines.join('\n');
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** How it ended, once it has. */
  ended(): Promise<Exit> {
    return this.#exit;
  }

  async stop(): Promise<void> {
    this.#client?.close();
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
