import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';

const lineSchema = z
  .object({
    speaker: z.string(),
    text: z.string(),
    start_ms: z.number().min(0),
    end_ms: z.number(),
  })
  .refine(({ start_ms, end_ms }) => end_ms > start_ms, { message: 'must be after start_ms', path: ['end_ms'] });

/** A line of transcript, with its position in the sound. */
export type TranscriptLine = z.infer<typeof lineSchema>;

/** Reads NDJSON with `speaker`, `text`, `start_ms` and `end_ms`, sorted by `end_ms`. */
export function readTranscript(file: string): TranscriptLine[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]));
  return lines.sort((one, other) => one.end_ms - other.end_ms);
}

function readLine(line: string, number: number): TranscriptLine {
  const { data, error } = lineSchema.safeParse(parse(line));
  if (data) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') || 'it';
  throw new OperatorError(`line ${number}: ${field}: ${issue?.message ?? 'no JSON object'}`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
