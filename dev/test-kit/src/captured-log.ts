/** A destination of a logger that keeps all lines. */
export class CapturedLog {
  readonly #lines: string[] = [];

  write(line: string): void {
    this.#lines.push(line);
  }

  get text(): string {
    return this.#lines.join('');
  }

  /** The fields of each line. */
  get entries(): Record<string, unknown>[] {
    return this.#lines.map((line) => JSON.parse(line));
  }
}
