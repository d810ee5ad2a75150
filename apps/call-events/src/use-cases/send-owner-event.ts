import type { CallEventResponse } from '@callside/schemas';
import type { AgentStore } from '../adapters/agent-store.ts';
import type { RepStateStore } from '../adapters/rep-state-store.ts';
import type { ActingOwner } from '../domain/acting-owner.ts';
import type { NewCallEvent } from '../domain/call-event.ts';
import { type Decision, decide } from '../domain/call-state.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { CallEventRecorder } from './record-call-events.ts';

interface Dependencies {
  agents: Pick<AgentStore, 'findUser' | 'audit'>;
  repStates: Pick<RepStateStore, 'readSnapshot'>;
  recorder: Pick<CallEventRecorder, 'record'>;
  now: () => Date;
}

export type LiveCallEffect = 'replaced' | 'ended' | 'hold' | 'recording';

export type OwnerEventOutcome =
  | { recorded: CallEventResponse }
  /** Nothing was recorded: the event would change the rep's live call, and the owner has not confirmed that. */
  | { wouldChange: { rep: RepSnapshot; effect: LiveCallEffect } };

interface Order {
  owner: ActingOwner;
  event: NewCallEvent;
  confirmed: boolean;
  audit: { action: string; subject: string; detail: object };
}

/**
 * Records an event that an owner sends, in the same way as one of a dialler. The audit entry comes first: without it nothing is
 * recorded.
 */
export async function sendOwnerEvent(
  { owner, event, confirmed, audit }: Order,
  { agents, repStates, recorder, now }: Dependencies,
): Promise<OwnerEventOutcome> {
  const user = await agents.findUser(event.brandId, event.agentEmail);
  const rep = user && (await repStates.readSnapshot(user.id));
  if (rep?.state.call && !confirmed) {
    const effect = effectOn(rep, event, now());
    if (effect !== null) return { wouldChange: { rep, effect } };
  }
  await agents.audit(owner, audit);
  return { recorded: await recorder.record(event) };
}

/** null: the live call stays as it is. */
function effectOn({ state }: RepSnapshot, event: NewCallEvent, now: Date): LiveCallEffect | null {
  const stateEvent =
    event.event === 'call-started' ? { ...event, customer: null, adopted: undefined } : { event: event.event };
  return effects[stepOf(decide(state, stateEvent, now))];
}

const effects = {
  none: null,
  replaced: 'replaced',
  ended: 'ended',
  'hold changed': 'hold',
  'recording changed': 'recording',
} as const;

function stepOf({ outcome, transitions }: Decision): keyof typeof effects {
  if (outcome === 'superseded') return 'replaced';
  const [first] = transitions;
  return first === undefined || first.step === 'started' ? 'none' : first.step;
}
