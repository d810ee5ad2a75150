import type { MessagePort } from 'node:worker_threads';
import type { BoostingSettings } from '../boosting-settings.ts';
import type { BinnedSet, BoostingResult } from '../gradient-boosting.ts';

export interface ThreadData {
  /** Carries TrainingInput to the thread and TrainingAnswer back. */
  readonly port: MessagePort;
  /** Entry 0 counts changes; then the finished rounds of each training. */
  readonly rounds: Int32Array;
}

export interface TrainingInput {
  readonly index: number;
  readonly set: BinnedSet;
  readonly settings: BoostingSettings;
}

export type TrainingAnswer =
  | { readonly index: number; readonly result: BoostingResult }
  | { readonly index: number; readonly error: unknown };

/** Wakes the thread that waits for a change of entry 0. */
export function announceChange(rounds: Int32Array): void {
  Atomics.add(rounds, 0, 1);
  Atomics.notify(rounds, 0);
}
