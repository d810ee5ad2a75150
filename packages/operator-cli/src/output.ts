import { printable } from './table.ts';

/** Where a command's words go. */
export interface Streams {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

export interface Output {
  /** The outcome of the command: `value` as one JSON value with --json, else the text for people. */
  result: (value: unknown, text: () => string) => void;
  /** A remark beside the outcome, on stderr. */
  note: (text: string) => void;
  stderr: Streams['stderr'];
}

export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  return {
    result: (value, text) => void stdout.write(`${json ? JSON.stringify(value) : text()}\n`),
    note: (text) => void stderr.write(`${printable(text)}\n`),
    stderr,
  };
}
