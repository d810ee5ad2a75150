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

/** What a scan throws where the text is not JSON. */
export class JsonFault extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
  }
}

/** A scan pauses after so many code units: less than a millisecond or two of work, whatever the text. */
const pieceLength = 32 * 1024;

/**
 * Goes over a JSON text once, a piece at a time: between two pieces its generators yield, so that a caller can let others
 * run. Nesting costs no call stack.
 */
export class JsonScanner {
  readonly text: string;
  /** How far it has come. */
  at = 0;
  #pauseAt = pieceLength;

  constructor(text: string) {
    this.text = text;
  }

  /** Passes over a text that is to hold one value and nothing else. */
  *skipText(): Generator<void, void, void> {
    yield* this.skipValue();
    this.expectEnd();
  }

  /** Passes over one value, and the white space before it. */
  *skipValue(): Generator<void, void, void> {
    const { text } = this;
    // The open brackets, innermost last: a stack of our own, since the nesting may be deeper than the call stack.
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

  /** The name that comes next, in its quotes and as it was sent; its colon is passed over. */
  takeMemberName(): string {
    this.skipSpace();
    const start = this.at;
    this.#take(scanMemberName(this.text, start));
    return this.text.slice(start, this.text.lastIndexOf('"', this.at - 1) + 1);
  }

  /** What ends an element: true after a comma, false after the closing bracket. */
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

  /** Whether a piece is over; a new one begins. */
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
