import type { Mismatch } from './mismatch.ts';
import type { SentEvent } from './simulated-dialler.ts';
import type { SimulatedTab } from './simulated-tab.ts';

interface Options {
  /** When the tabs were compared, after everything was quiet. */
  at: number;
}

/** A connection that ends this soon after an event may have been lost before the event arrived. */
const marginMs = 1000;

/** Checks that every tab with an unbroken connection received every accepted event of its rep. */
export function compareRelays(
  { tabs, rep }: { rep: string; tabs: readonly Pick<SimulatedTab, 'heard' | 'listening'>[] },
  sent: readonly SentEvent[],
  { at }: Options,
): Mismatch[] {
  return tabs.flatMap(({ heard, listening }, index) =>
    sent
      .filter(({ eventId, firstSentAt, committedBy }) => {
        if (committedBy === null || heard.has(eventId)) return false;
        const until = Math.min(at, committedBy + marginMs);
        return listening.some(({ from, to }) => from <= firstSentAt && to >= until);
      })
      .map(({ eventId }) => ({
        kind: 'event that a tab did not receive',
        subject: `tab ${index + 1} of ${rep}`,
        expected: `call.event of ${eventId}`,
        found: 'nothing',
      })),
  );
}
