import type { AdoptedCall } from './call-event.ts';
import type { EventOnFile } from './event-on-file.ts';

export interface CallOfAgent {
  start: EventOnFile;
  adopted: AdoptedCall;
}

/** The newest event of each kind that an address sent; only those within the time in which a call can still be live. */
export type NewestEvents = readonly EventOnFile[];

/**
 * The live call that results from the events of an address: its last call-started, recorded without a rep, without a later
 * call-ended. The last event after that start decides hold and pause.
 */
export function findCallOfAgent(newest: NewestEvents): CallOfAgent | null {
  const start = newest.find(({ event }) => event === 'call-started');
  if (start === undefined || start.agentResolved || start.phoneNumber === null) return null;
  const last = (kinds: readonly string[]) =>
    newest.filter(({ event }) => kinds.includes(event)).sort((a, b) => (isAfter(a, b) ? -1 : 1))[0];
  const isDuring = (event: EventOnFile | undefined) => event !== undefined && isAfter(event, start);
  if (isDuring(last(['call-ended']))) return null;
  const hold = last(['hold-started', 'hold-ended']);
  const recording = last(['recording-paused', 'recording-resumed']);
  return {
    start,
    adopted: {
      eventId: start.id,
      startedAt: start.receivedAt,
      onHold: isDuring(hold) && hold?.event === 'hold-started',
      recordingPaused: isDuring(recording) && recording?.event === 'recording-paused',
    },
  };
}

/** Ids follow the order of arrival within an instance; the instant decides between instances. */
function isAfter(a: EventOnFile, b: EventOnFile): boolean {
  const difference = a.receivedAt.getTime() - b.receivedAt.getTime();
  return difference === 0 ? BigInt(a.id) > BigInt(b.id) : difference > 0;
}
