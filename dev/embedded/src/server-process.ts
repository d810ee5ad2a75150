import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServerProcessOptions {
  command: string;
  args: readonly string[];
  /** Receives stdout and stderr. A pipe would break when the parent is killed. */
  logFile: string;
  /** Sent in order; the next one when the server has not ended after `patienceMs`. */
  stopSignals: readonly [NodeJS.Signals, ...NodeJS.Signals[]];
  patienceMs: number;
  stdin?: string;
  spawnOptions?: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'>;
}

/** A server that has a URL. */
export interface RunningServer extends Pick<ServerProcess, 'pid' | 'ended' | 'stop'> {
  url: string;
  port: number;
  logFile: string;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A server that ends with its parent, also when the parent is killed. */
export class ServerProcess {
  readonly pid: number;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #watchdog: ChildProcess;
  readonly #options: ServerProcessOptions;
  #running = true;

  private constructor(child: ChildProcess, pid: number, options: ServerProcessOptions) {
    this.pid = pid;
    this.#child = child;
    this.#options = options;
    this.#watchdog = startWatchdog(pid, options.stopSignals[0]);
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#running = false;
        this.#watchdog.kill('SIGKILL');
        resolve({ code, signal });
      });
    });
    child.unref();
  }

  /** Detached, so that the Ctrl-C of a terminal reaches only the parent, which stops its servers in order. */
  static start(options: ServerProcessOptions): ServerProcess {
    const log = openSync(options.logFile, 'w', 0o600);
    const stdin = options.stdin === undefined ? 'ignore' : 'pipe';
    const child = spawn(options.command, options.args, {
      ...options.spawnOptions,
      detached: true,
      stdio: [stdin, log, log],
    });
    closeSync(log);
    child.on('error', () => undefined);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.stdin);
    if (child.pid === undefined) throw new Error(`${options.command} could not be started`);
    return new ServerProcess(child, child.pid, options);
  }

  get running(): boolean {
    return this.#running;
  }

  /** The server's output so far. */
  readLog(): string {
    return readFileSync(this.#options.logFile, 'utf8').trim();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async stop(): Promise<void> {
    this.#child.ref();
    for (const signal of this.#options.stopSignals) {
      if (!this.#running) return;
      this.#child.kill(signal);
      const patience = new AbortController();
      const late = sleep(this.#options.patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([this.ended, late]);
      patience.abort();
    }
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}

// The pipe closes when the parent ends, also by SIGKILL; only then does the shell run its second command.
function startWatchdog(pid: number, signal: NodeJS.Signals): ChildProcess {
  const script = `read -r _; kill -s ${signal.slice('SIG'.length)} ${pid} 2>/dev/null`;
  const watchdog = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  if ('unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') watchdog.stdin.unref();
  watchdog.unref();
  return watchdog;
}
