import { readFile, writeFile } from 'node:fs/promises';

const mib = 1024 * 1024;

/** The most memory that a process has had resident since `forget` was called last, as Linux counts it. */
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
