import type { CallEventName } from '@callside/schemas';
import type { Draws } from './draws.ts';

export interface ScriptedEvent {
  event: CallEventName;
  /** Number among the events of its name in the call, from 1. */
  ordinal: number;
}

/**
 * The events of a call: holds and pauses between its start and its end. Some diallers never report an end, and some calls end
 * during a pause. `isLast`: the call may stay live, so that there is a live state to compare at the end.
 */
export function scriptCall(draws: Draws, { isLast }: { isLast: boolean }): ScriptedEvent[] {
  const events: ScriptedEvent[] = [{ event: 'call-started', ordinal: 1 }];
  const ordinals = { hold: 0, pause: 0 };
  for (let episodes = draws.whole(0, 3); episodes > 0; episodes -= 1) {
    const kind = draws.chance(0.6) ? 'pause' : 'hold';
    ordinals[kind] += 1;
    const [begin, end] = begunAndEnded[kind];
    events.push({ event: begin, ordinal: ordinals[kind] });
    const staysOpen = episodes === 1 && draws.chance(0.3);
    if (!staysOpen) events.push({ event: end, ordinal: ordinals[kind] });
  }
  const isEnded = !draws.chance(isLast ? 0.5 : 0.1);
  return isEnded ? [...events, { event: 'call-ended', ordinal: 1 }] : events;
}

const begunAndEnded = {
  hold: ['hold-started', 'hold-ended'],
  pause: ['recording-paused', 'recording-resumed'],
} as const;
