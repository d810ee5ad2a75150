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
  /** Prints a note on stderr. */
  note: (text: string) => void;
  /** For commands with continuous output: whether to write JSON lines, and where. */
  json: boolean;
  stdout: Streams['stdout'];
  stderr: Streams['stderr'];
}

export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  return {
    result: (value, text) => write(stdout, `${json ? JSON.stringify(value) : text()}\n`),
    note: (text) => void stderr.write(`${printable(text)}\n`),
    json,
    stdout,
    stderr,
  };
}

/** A reader that closes the pipe, as in `callside brand list | head -1`, is not an error; a full disk is. */
function write(stdout: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error || error.code === 'EPIPE') resolve();
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
