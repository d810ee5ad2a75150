import { OperatorError } from './operator-error.ts';
import { printable } from './table.ts';

/** Where a command's words go. */
export interface Streams {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

export interface Output {
  /** The outcome of the command: `value` as one JSON value with --json, else the text for people. */
  result: (value: unknown, text: () => string) => Promise<void>;
  /** A remark beside the outcome, on stderr. */
  note: (text: string) => void;
  /** For commands that go on telling: whether they are to write JSON lines, and where. */
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

/** A reader that has seen enough, as in `callside brand list | head -1`, is no failure; a full disk is. */
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
