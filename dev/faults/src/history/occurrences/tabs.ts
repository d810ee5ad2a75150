import type { CallEventName } from '@callside/test-kit';

export interface TabPresence {
  type: 'tab';
  at: number;
  tab: string;
  rep: string;
  instance: number;
  presence: 'opening' | 'connected' | 'lost' | 'asleep' | 'awake';
}

/** A message with a state, as a tab received it. */
export interface Shown {
  type: 'shown';
  at: number;
  tab: string;
  rep: string;
  /** The first message after connecting. */
  isGreeting: boolean;
  version: number;
  sequence: number;
  paused: boolean;
  /** Reference of the live call. */
  call: string | null;
  onHold: boolean;
  /** Of the rep's last event in this state; null: the state came with an event. */
  position: number | null;
}

/** The tab received an event. */
export interface EventShown {
  type: 'event shown';
  at: number;
  tab: string;
  rep: string;
  /** null: the service ended the call itself. */
  eventId: string | null;
  event: CallEventName;
  /** In the log of the rep; null: the event came again because of a retry. */
  position: number | null;
}

/**
 * The companion's state that a tab shows, after each change: `unknown` without a connection, and during a call 5 s after the last `alive`.
 * Null: the service does not send it.
 */
export interface RecordingShown {
  type: 'recording shown';
  at: number;
  tab: string;
  rep: string;
  state: 'confirmed' | 'requested' | 'unknown' | null;
  sequence: number;
  paused: boolean;
}
