import {
  closeBrace,
  closeBracket,
  comma,
  type Fault,
  openBrace,
  openBracket,
  scanMemberName,
  scanScalar,
  skipSpace,
  unexpected,
} from './json-grammar.ts';

/** Thrown when the text is not JSON. */
export class JsonFault extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
  }
}

/** A scan pauses after this many code units: one or two milliseconds of work for any text. */
const pieceLength = 32 * 1024;

/**
 * Scans a JSON text once, in pieces. Its generators yield between two pieces, so that the caller can handle other work. Nesting
 * uses no call stack.
 */
export class JsonScanner {
  readonly text: string;
  /** Current offset. */
  at = 0;
  #pauseAt = pieceLength;

  constructor(text: string) {
    this.text = text;
  }

  /** Skips a text that must contain exactly one value. */
  *skipText(): Generator<void, void, void> {
    yield* this.skipValue();
    this.expectEnd();
  }

  /** Skips one value, and the white space before it. */
  *skipValue(): Generator<void, void, void> {
    const { text } = this;
    // The open brackets, innermost last. An explicit stack, because the nesting may be deeper than the call stack allows.
    const open: number[] = [];

    for (;;) {
      if (this.isDue()) yield;
      this.skipSpace();
      const start = text.charCodeAt(this.at);

      if (start === openBrace || start === openBracket) {
        const afterOpening = skipSpace(text, this.at + 1);
        if (text.charCodeAt(afterOpening) === closingOf(start)) {
          this.at = afterOpening + 1;
        } else {
          open.push(start);
          this.at = afterOpening;
          if (start === openBrace) this.#take(scanMemberName(text, this.at));
          continue;
        }
      } else {
        this.#take(scanScalar(text, this.at));
      }

      for (;;) {
        const container = open.at(-1);
        if (container === undefined) return;
        if (this.isDue()) yield;
        if (this.takeSeparator(container)) {
          if (container === openBrace) this.#take(scanMemberName(text, skipSpace(text, this.at)));
          break;
        }
        open.pop();
      }
    }
  }

  /** Returns the next member name, in its quotes and as it was sent; skips its colon. */
  takeMemberName(): string {
    this.skipSpace();
    const start = this.at;
    this.#take(scanMemberName(this.text, start));
    return this.text.slice(start, this.text.lastIndexOf('"', this.at - 1) + 1);
  }

  /** Skips the separator after an element: true for a comma, false for the closing bracket. */
  takeSeparator(container: number): boolean {
    this.skipSpace();
    const code = this.text.charCodeAt(this.at);
    if (code !== comma && code !== closingOf(container)) throw new JsonFault(unexpected(this.text, this.at));
    this.at += 1;
    return code === comma;
  }

  expectEnd(): void {
    this.skipSpace();
    if (this.at !== this.text.length) throw new JsonFault(unexpected(this.text, this.at));
  }

  skipSpace(): void {
    this.at = skipSpace(this.text, this.at);
  }

  /** Whether the current piece is complete; if so, the next one begins. */
  isDue(): boolean {
    if (this.at < this.#pauseAt) return false;
    this.#pauseAt = this.at + pieceLength;
    return true;
  }

  #take(end: number | Fault): void {
    if (typeof end !== 'number') throw new JsonFault(end);
    this.at = end;
  }
}

function closingOf(container: number): number {
  return container === openBrace ? closeBrace : closeBracket;
}
