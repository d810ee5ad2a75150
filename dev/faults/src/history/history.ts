import type { Occurrence } from './occurrence.ts';
import type { OnFile } from './on-file.ts';

export interface History {
  seed: number;
  /** Wall-clock time at 0. */
  epochMs: number;
  instances: number;
  /** Users of the brand, with their addresses. */
  reps: { rep: string; email: string }[];
  occurrences: Occurrence[];
  onFile: OnFile;
  /** When the database was read. */
  endedAt: number;
}
