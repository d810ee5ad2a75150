import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const program = path.join(import.meta.dirname, '../../../../packages/operator-cli/bin/callside.mjs');

/** The fields of the report that these tests use. */
export interface SimulationReport {
  run: string;
  servers: string[];
  sent: { calls: number; events: number; retries: number; by_event: Record<string, number> };
  answered: { accepted: number; failed: number };
  latency_ms: Record<'answer' | 'tab' | 'companion', { count: number; p50: number; p95: number; p99: number }>;
  tabs: { rep: string; url: string; connections: number; events_heard: number }[];
}

/** `callside simulate` in a separate process. */
export class Simulation {
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [program, 'simulate', ...args], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#exit = once(this.#child, 'close').then(([code]) => code);
  }

  interrupt(): void {
    this.#child.kill('SIGINT');
  }

  /** Resolves to its exit code when it has ended. */
  ended(): Promise<number | null> {
    return this.#exit;
  }
}
