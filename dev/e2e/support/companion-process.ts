import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const callside = path.join(import.meta.dirname, '../../../packages/operator-cli/bin/callside.mjs');

/** `callside companion` in a process of its own, which applies and confirms every recording state. */
export class CompanionProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor({ url, token }: { url: string; token: string }) {
    this.#child = spawn(process.execPath, [callside, 'companion', '--url', url, '--token', token], {
      env: { PATH: process.env.PATH },
      // Its errors are in the output of the tests.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#ended = once(this.#child, 'close');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends SIGKILL, so the process sends no message to the service. Resolves when the process has ended. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
