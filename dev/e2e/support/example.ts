import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningExample {
  /** All printed lines, including errors. */
  lines: string[];
  /** Resolves when a line contains the text; rejects if the program ends before. */
  says: (text: string) => Promise<void>;
  /** Resolves to its exit code. */
  ended: Promise<number | null>;
  interrupt: () => void;
}

/** Runs a program of examples/ as a user does, with the settings in its environment. */
export function runExample(name: string, args: string[], settings: Record<string, string> = {}): RunningExample {
  const program = path.join(import.meta.dirname, '../../../examples', `${name}.mjs`);
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      for (const check of waiting) check();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    lines,
    says: async (text) => {
      const said = new Promise<void>((resolve) => {
        const check = () => {
          if (lines.some((line) => line.includes(text))) resolve();
        };
        waiting.add(check);
        check();
      });
      const early = ended.then((code) => {
        if (!lines.some((line) => line.includes(text))) {
          throw new Error(`${name} ended with ${code} before it said "${text}":\n${lines.join('\n')}`);
        }
      });
      await Promise.race([said, early]);
    },
    ended,
    interrupt: () => child.kill('SIGINT'),
  };
}
