import type { CompanionView } from '@callside/client';

/** Receives the events of the companion. */
export interface CompanionReport {
  view: (view: CompanionView) => void;
  /** Adds recorded time to the current session. */
  recorded: (ms: number) => void;
  /** Changes of the two counts: waiting and stored. */
  chunks: (waiting: number, stored: number) => void;
  sessionOver: () => void;
  event: (name: string, fields: object) => void;
  end: () => void;
}
