// What actors did and observed. Times (`at`, `from`, `to`) are ms since the run began, all on one clock of the harness.
import type { Answered, Sent, Unanswered } from './occurrences/attempts.ts';
import type {
  Acknowledged,
  ChunkStored,
  CompanionPresence,
  Delivered,
  Recorded,
  SessionHeld,
} from './occurrences/companions.ts';
import type { Exported } from './occurrences/exports.ts';
import type { FaultPhase } from './occurrences/faults.ts';
import type { Missing, Stall } from './occurrences/harness.ts';
import type { KeyTried } from './occurrences/keys.ts';
import type { Offered, Purchased } from './occurrences/offers.ts';
import type { EventShown, RecordingShown, Shown, TabPresence } from './occurrences/tabs.ts';

export type Occurrence =
  | Sent
  | Answered
  | Unanswered
  | TabPresence
  | Shown
  | EventShown
  | RecordingShown
  | CompanionPresence
  | Delivered
  | Acknowledged
  | Recorded
  | FaultPhase
  | Stall
  | Missing
  | Offered
  | Purchased
  | KeyTried
  | Exported
  | SessionHeld
  | ChunkStored;

/** The tab or companion of an occurrence. */
export function clientOf(occurrence: TabPresence | Shown | CompanionPresence | Delivered): string {
  return 'tab' in occurrence ? occurrence.tab : occurrence.companion;
}
