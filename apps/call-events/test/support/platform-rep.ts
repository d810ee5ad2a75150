import type { CallEventName } from '@callside/schemas';
import { type Decision, initialRepState } from '../../src/calls/rules/call-state.ts';
import { decideRepEvent, type RepEvent } from '../../src/calls/rules/decide-rep-event.ts';
import type { RepState } from '../../src/calls/rules/rep-state.ts';
import { liveAmong, type PlatformCall } from '../../src/platforms/rules/platform-call.ts';

/** A rep whose calls come from telephony platforms. */
export interface PlatformRep {
  state: RepState;
  platformCalls: readonly PlatformCall[];
}

export const newPlatformRep: PlatformRep = { state: initialRepState, platformCalls: [] };

export const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 10, minutes));

const receivedAt = minute(30);

interface Fields {
  occurredAt?: Date | null;
  callIdLasts?: boolean;
  endIsFinal?: boolean;
  isOffHold?: boolean;
  order?: number | null;
  isStale?: boolean;
  phoneNumber?: string;
  customerId?: string | null;
}

let made = 0;

/** An event of a call of a platform; null: of the six webhooks. A call has a number of its own. */
export function eventOf(event: CallEventName, platformCall: string | null, fields: Fields = {}): RepEvent {
  const { occurredAt = null, callIdLasts = false, endIsFinal = false, isOffHold = false, customerId = null } = fields;
  const { order = null, isStale = false } = fields;
  const fromPlatform =
    platformCall === null ? undefined : { platformCall, callIdLasts, endIsFinal, isOffHold, order, isStale };
  if (event !== 'call-started') return { event, occurredAt, fromPlatform };
  made += 1;
  const { phoneNumber = `+1415555${platformCall ?? ''}` } = fields;
  const newCall = { id: `call-${made}`, reference: `reference-${made}` };
  return { event, phoneNumber, customerId, customer: null, newCall, occurredAt, fromPlatform };
}

export function step(
  { state, platformCalls }: PlatformRep,
  event: RepEvent,
  at = receivedAt,
): { decision: Decision; rep: PlatformRep } {
  const decided = decideRepEvent({ state, platformCalls }, event, at);
  return {
    decision: decided.decision,
    rep: { state: decided.decision.state, platformCalls: decided.platformCalls ?? [] },
  };
}

/** The rep after these events. */
export function after(rep: PlatformRep, ...events: readonly RepEvent[]): PlatformRep {
  return events.reduce((before, event) => step(before, event).rep, rep);
}

export function outcomeOf(rep: PlatformRep, event: RepEvent): Decision['outcome'] {
  return step(rep, event).decision.outcome;
}

/** The call of a platform that the rep is on. */
export function liveOf({ state, platformCalls }: PlatformRep): string | null {
  return liveAmong(platformCalls, state)?.name ?? null;
}

/** The calls of platforms that the rep has left. */
export function pastOf({ platformCalls }: PlatformRep): PlatformCall[] {
  return platformCalls.filter(({ left }) => left !== null);
}
