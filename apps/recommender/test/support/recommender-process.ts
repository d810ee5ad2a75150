import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HttpClient } from './http-client.ts';
import { until } from './until.ts';

const main = join(__dirname, '../../dist/main.js');

/** The built service in a separate process, on a free port. */
export class RecommenderProcess {
  readonly client: HttpClient;
  readonly #child: ChildProcess;
  readonly #lines: string[];

  private constructor(child: ChildProcess, port: number, lines: string[]) {
    this.client = new HttpClient(port, { maxSockets: Number.POSITIVE_INFINITY });
    this.#child = child;
    this.#lines = lines;
  }

  /** Resolves when it listens. */
  static async start(environment: Readonly<Record<string, string>>): Promise<RecommenderProcess> {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => lines.push(line));
    }
    const listening = () => lines.find((line) => line.includes('"msg":"listening"'));
    const isUp = () => listening() !== undefined || child.exitCode !== null;
    await until('it listens', isUp, 20_000).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    const line = listening();
    if (line === undefined) throw new Error(`it ended before it listened:\n${lines.join('\n')}`);
    return new RecommenderProcess(child, JSON.parse(line).port, lines);
  }

  /** Everything that it has written. */
  get log(): string {
    return this.#lines.join('\n');
  }

  /** Its exit code. */
  async stop(): Promise<number | null> {
    this.client.close();
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  }
}
