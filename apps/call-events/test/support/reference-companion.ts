import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '@callside/test-kit';

const program = path.join(import.meta.dirname, '../../../../packages/operator-cli/bin/callside.mjs');

export interface CompanionEvent {
  at: string;
  event: string;
  [field: string]: unknown;
}

/** `callside companion --json` in a separate process. */
export class ReferenceCompanion {
  readonly events: CompanionEvent[] = [];
  /** Output that is neither a JSON object with `at` and `event` nor the final error. */
  readonly faults: string[] = [];
  errors = '';
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, [program, 'companion', '--json', ...args], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = this.#child;
    if (stdout === null || stderr === null) throw new Error('the companion has no output');
    createInterface({ input: stdout }).on('line', (line) => this.#read(line));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.#exit = once(this.#child, 'close').then(([code]) => code);
  }

  named(name: string): CompanionEvent[] {
    return this.events.filter(({ event }) => event === name);
  }

  get status(): CompanionEvent | undefined {
    return this.named('status').at(-1);
  }

  shows(what: string, isIt: (status: CompanionEvent) => boolean): Promise<void> {
    return until(`the companion shows ${what}`, () => this.status !== undefined && isIt(this.status)).catch((error) => {
      throw new Error(`${error}; it shows ${JSON.stringify(this.status)}; ${this.errors}`);
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Resolves to its exit code when it has ended. */
  ended(): Promise<number | null> {
    return this.#exit;
  }

  #read(line: string): void {
    try {
      const event: CompanionEvent = JSON.parse(line);
      if ('error' in event && typeof Object(event.error).message === 'string') return;
      if (typeof event.at !== 'string' || typeof event.event !== 'string') this.faults.push(line);
      else this.events.push(event);
    } catch {
      this.faults.push(line);
    }
  }
}
