import { readFile, writeFile } from 'node:fs/promises';

const mib = 1024 * 1024;

/** The peak resident memory of a process since the last call of `forget`, as reported by Linux. */
export class PeakMemory {
  readonly #directory: string;

  constructor({ pid }: { pid: number }) {
    this.#directory = `/proc/${pid}`;
  }

  async forget(): Promise<void> {
    await writeFile(`${this.#directory}/clear_refs`, '5');
  }

  async megabytes(): Promise<number> {
    const status = await readFile(`${this.#directory}/status`, 'utf8');
    return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / mib;
  }
}
