import type { RecordedEvent } from '../domain/decide-batch.ts';

interface Dependencies {
  takeLeftBehind: (relay: (events: RecordedEvent[]) => Promise<void>) => Promise<number>;
  relayAgain: (original: RecordedEvent) => Promise<number>;
}

/** Tells what a crash between commit and relay left untold. Resolves to how many events that were. */
export function createRelayLeftBehind({ takeLeftBehind, relayAgain }: Dependencies) {
  return (): Promise<number> =>
    takeLeftBehind(async (events) => {
      // Marked by the one who took them, in the same transaction.
      for (const event of events) await relayAgain({ ...event, relayed: true });
    });
}
