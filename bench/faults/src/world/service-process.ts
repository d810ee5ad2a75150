import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '@callside/embedded';
import { inheritedEnvironment } from '../env.ts';
import type { Link } from './link.ts';
import { becomesTrue } from './until.ts';

interface ServiceOptions {
  name: string;
  /** The built service. */
  program: string;
  settings: Record<string, string>;
  logDirectory: string;
  /** Clients connect to it; it forwards to the current process. */
  front: Link;
  onEndedByItself: (text: string) => void;
}

const startPatienceMs = 90_000;

/** A supervised service: after a kill it is started again on demand; a failed start is retried. */
export class ServiceProcess {
  readonly front: Link;
  readonly #options: ServiceOptions;
  #process: ServerProcess | null = null;
  #starts = 0;
  #isOurDoing = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.front = options.front;
  }

  /** Of the current process; null: there is none. */
  get pid(): number | null {
    return this.#process?.running ? this.#process.pid : null;
  }

  get url(): string {
    return `http://127.0.0.1:${this.front.port}`;
  }

  /** Resolves when its health check succeeds, or when the time is over. */
  async start(): Promise<void> {
    const deadline = performance.now() + startPatienceMs;
    while (performance.now() < deadline) {
      const port = await this.#spawn(deadline);
      if (port === null) {
        await sleep(250);
        continue;
      }
      this.front.leadTo(port);
      await becomesTrue(() => isHealthy(port), deadline - performance.now());
      return;
    }
    throw new Error(`${this.#options.name} did not start:\n${this.#process?.readLog()}`);
  }

  async kill(): Promise<void> {
    this.#isOurDoing = true;
    this.front.leadTo(null);
    this.signal('SIGKILL');
    await this.#process?.ended;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#process?.running) process.kill(this.#process.pid, signal);
  }

  async stop(): Promise<void> {
    this.#isOurDoing = true;
    this.signal('SIGCONT');
    await this.#process?.stop();
  }

  /** The port that it listens on; null: it does not listen. */
  async #spawn(deadline: number): Promise<number | null> {
    const { name, program, settings, logDirectory } = this.#options;
    this.#starts += 1;
    this.#isOurDoing = false;
    const started = ServerProcess.start({
      command: process.execPath,
      args: [program],
      logFile: path.join(logDirectory, `${name}-${this.#starts}.log`),
      spawnOptions: { env: { ...inheritedEnvironment(), NODE_ENV: 'production', PORT: '0', ...settings } },
      stopSignals: ['SIGTERM'],
      patienceMs: 12_000,
    });
    this.#process = started;
    while (started.running && performance.now() < deadline) {
      const port = /"port":(\d+),?.*"msg":"listening"|"msg":"listening","port":(\d+)/.exec(started.readLog());
      if (port !== null) {
        void started.ended.then(() => this.#noteEnd(started));
        return Number(port[1] ?? port[2]);
      }
      await sleep(30);
    }
    return null;
  }

  /** A service that was listening must not end unexpectedly, during any fault. */
  #noteEnd(ended: ServerProcess): void {
    if (this.#isOurDoing || ended !== this.#process) return;
    const lastLines = ended.readLog().split('\n').slice(-3).join('\n');
    this.#options.onEndedByItself(`${this.#options.name} ended by itself: ${lastLines}`);
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
