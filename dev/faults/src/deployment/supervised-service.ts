import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProcess, type TcpProxy, until } from '@callside/test-kit';

interface ServiceOptions {
  name: string;
  /** The built service. */
  program: string;
  settings: Record<string, string>;
  logDirectory: string;
  /** Clients connect to it; it forwards to the current process. */
  front: TcpProxy;
  onEndedByItself: (text: string) => void;
}

const startPatienceMs = 90_000;
/** 10 s, and time for a busy machine. */
const endPatienceMs = 15_000;

/** A supervised service: after a kill it is started again on demand; a failed start is retried. */
export class SupervisedService {
  readonly front: TcpProxy;
  readonly #options: ServiceOptions;
  #process: ServiceProcess | null = null;
  #starts = 0;
  #isOurDoing = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.front = options.front;
  }

  /** The process id of the current process; null: there is none. */
  get pid(): number | null {
    return this.#process?.isAlive ? this.#process.pid : null;
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
      await until('the service is healthy', () => isHealthy(port), deadline - performance.now()).catch(() => {});
      return;
    }
    throw new Error(`${this.#options.name} did not start:\n${this.#process?.log}`);
  }

  async kill(): Promise<void> {
    this.#isOurDoing = true;
    this.front.leadTo(null);
    this.signal('SIGKILL');
    await this.#process?.ended();
  }

  /** Ends it in order, as a deployment does: it has 10 s for what it has begun. */
  async end(): Promise<void> {
    const { name, onEndedByItself } = this.#options;
    this.#isOurDoing = true;
    const startedAt = performance.now();
    this.signal('SIGTERM');
    const exit = await Promise.race([this.#process?.ended(), sleep(endPatienceMs, null, { ref: false })]);
    if (exit === null) await this.kill();
    const afterMs = Math.round(performance.now() - startedAt);
    if (exit?.code !== 0) onEndedByItself(`${name} ended with ${JSON.stringify(exit)}, ${afterMs} ms after SIGTERM`);
    this.front.leadTo(null);
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
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
    const started = ServiceProcess.spawn({
      program,
      settings: { NODE_ENV: 'production', ...settings },
      logFile: path.join(logDirectory, `${name}-${this.#starts}.log`),
    });
    this.#process = started;
    try {
      await started.listens(deadline - performance.now());
    } catch {
      return null;
    }
    void started.ended().then(() => this.#noteEnd(started));
    return started.port;
  }

  /** A service that was listening must not end unexpectedly, during any fault. */
  #noteEnd(ended: ServiceProcess): void {
    if (this.#isOurDoing || ended !== this.#process) return;
    const lastLines = ended.log.split('\n').slice(-3).join('\n');
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
