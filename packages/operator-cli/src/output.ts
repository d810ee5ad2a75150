import { OperatorError } from './operator-error.ts';
import { printable } from './table.ts';

/** The output streams of a command. */
export interface Streams {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

export interface Output {
  /** Prints the result of the command: `value` as one JSON value with --json, else the text. */
  result: (value: unknown, text: () => string) => Promise<void>;
  /** Whether a write found that nobody reads stdout any more. `process.stdout` itself stays writable then. */
  isClosed: () => boolean;
  /** Prints a note on stderr. */
  note: (text: string) => void;
  /** For commands with continuous output: whether to write JSON lines, and where. */
  json: boolean;
  stdout: Streams['stdout'];
  stderr: Streams['stderr'];
}

export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  let isClosed = false;
  return {
    result: async (value, text) => {
      isClosed ||= !(await write(stdout, `${json ? JSON.stringify(value) : text()}\n`));
    },
    isClosed: () => isClosed,
    note: (text) => void stderr.write(`${printable(text)}\n`),
    json,
    stdout,
    stderr,
  };
}

/** False when the reader has closed the pipe, as in `callside brand list | head -1`. That is not an error; a full disk is. */
export function write(stdout: NodeJS.WritableStream, text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error || error.code === 'EPIPE') resolve(!error);
      else
        reject(
          new OperatorError(`done, but the outcome could not be written to stdout (${error.code})`, {
            code: 'file',
            cause: error,
          }),
        );
    });
  });
}
