import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { History } from './history.ts';
import type { Occurrence } from './occurrence.ts';

/** One JSON value per line: the run, then the occurrences in order, then the content of the database. */
export async function writeHistory(file: string, history: History): Promise<void> {
  await pipeline(Readable.from(linesOf(history)), createWriteStream(file));
}

export async function readHistory(file: string): Promise<History> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const values = lines.map((line) => JSON.parse(line));
  const [run] = values;
  const onFile = values.at(-1)?.onFile;
  if (run?.type !== 'run' || onFile === undefined) throw new Error(`${file} is not the history of a run`);
  const { type: _, ...about } = run;
  return { ...about, occurrences: values.slice(1, -1) as Occurrence[], onFile };
}

function* linesOf({ occurrences, onFile, ...run }: History): Generator<string> {
  yield `${JSON.stringify({ type: 'run', ...run })}\n`;
  for (const occurrence of occurrences) yield `${JSON.stringify(occurrence)}\n`;
  yield `${JSON.stringify({ onFile })}\n`;
}
