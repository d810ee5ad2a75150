import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Exit, ServerProcess } from '@callside/embedded';
import { inheritedEnvironment } from './env.ts';
import { HttpClient } from './http-client.ts';
import { until } from './until.ts';

interface ServiceOptions {
  /** The path that `builtService` returns, or another program that logs that it listens. */
  program: string;
  /** Its environment. The default port is a free one. */
  settings: NodeJS.ProcessEnv;
  nodeArgs?: readonly string[];
  /** A log file that is kept. By default the log is in memory only after the end. */
  logFile?: string;
}

/** The program of a service, as built by `npm run setup`. */
export function builtService(app: 'call-events' | 'recommender'): string {
  return path.join(import.meta.dirname, '../../../apps', app, 'dist/main.js');
}

/** A service in a separate process. Its log goes to a file, so that a busy service takes no time of this process. */
export class ServiceProcess {
  readonly #server: ServerProcess;
  readonly #exit: Promise<Exit>;
  #finalLog: string | null = null;
  #client: HttpClient | null = null;

  private constructor({ program, settings, nodeArgs = [], logFile }: ServiceOptions) {
    const file = logFile ?? path.join(tmpdir(), `callside-service-${randomUUID()}.log`);
    this.#server = ServerProcess.start({
      command: process.execPath,
      args: [...nodeArgs, program],
      logFile: file,
      spawnOptions: { env: { ...inheritedEnvironment(), PORT: '0', ...settings } },
      stopSignals: ['SIGTERM'],
      patienceMs: 15_000,
    });
    this.#exit = this.#server.ended.then((exit) => {
      if (logFile !== undefined) return exit;
      this.#finalLog = this.#server.readLog();
      rmSync(file);
      return exit;
    });
  }

  static spawn(options: ServiceOptions): ServiceProcess {
    return new ServiceProcess(options);
  }

  /** Resolves when it listens. */
  static async start(options: ServiceOptions): Promise<ServiceProcess> {
    const service = new ServiceProcess(options);
    await service.listens().catch((error: unknown) => {
      service.kill('SIGKILL');
      throw error;
    });
    return service;
  }

  /** Resolves when it listens; rejects when it ends first. */
  async listens(limitMs?: number): Promise<void> {
    const listening = () => this.log.split('\n').find((line) => line.includes('"msg":"listening"'));
    await until('the service listens', () => listening() !== undefined || !this.isAlive, limitMs);
    const line = listening();
    if (line === undefined) throw new Error(`the service ended before it listened:\n${this.log}`);
    this.#client = new HttpClient(JSON.parse(line).port);
  }

  get client(): HttpClient {
    if (this.#client === null) throw new Error('the service does not listen');
    return this.#client;
  }

  get port(): number {
    return this.client.port;
  }

  get pid(): number {
    return this.#server.pid;
  }

  get isAlive(): boolean {
    return this.#server.running;
  }

  /** Everything that it has written so far. */
  get log(): string {
    return this.#finalLog ?? this.#server.readLog();
  }

  kill(signal: NodeJS.Signals): void {
    this.#server.kill(signal);
  }

  /** Resolves to its exit code or signal when it has ended. */
  ended(): Promise<Exit> {
    return this.#exit;
  }

  async stop(): Promise<void> {
    this.#client?.close();
    await this.#server.stop();
  }
}
