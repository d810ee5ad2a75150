import type { CallEventResponse } from '@callside/schemas';
import type { ActingOwner, AgentStore } from '../../brands/index.ts';
import type { CallEventRecorder } from '../record-events.ts';
import type { ChangeRefusal } from '../rules/allowed-change.ts';
import type { AllowedChange, NewCallEvent } from '../rules/call-event.ts';
import type { RepSnapshot } from '../rules/rep-state.ts';

interface Dependencies {
  agents: Pick<AgentStore, 'audit'>;
  recorder: Pick<CallEventRecorder, 'recordIfAllowed'>;
}

/** `refused`: nothing was recorded, because of the live call of the rep. */
export type OwnerEventOutcome =
  | { recorded: CallEventResponse }
  | { refused: { rep: RepSnapshot; refusal: ChangeRefusal } };

export interface OwnerEvent {
  owner: ActingOwner;
  event: NewCallEvent & { allowedChange: AllowedChange };
  audit: { action: 'event.resend' | 'event.test'; subject: string; detail: object };
}

/**
 * Records an event that an owner sends, in the same way as one of a dialler. The audit entry comes first: without it nothing is
 * recorded. Whether the event is refused is decided while the lock of the rep is held, and has an entry of its own.
 */
export async function sendOwnerEvent(
  { owner, event, audit }: OwnerEvent,
  { agents, recorder }: Dependencies,
): Promise<OwnerEventOutcome> {
  await agents.audit(owner, audit);
  const outcome = await recorder.recordIfAllowed(event);
  if ('refused' in outcome) await agents.audit(owner, { ...audit, action: `${audit.action}.refused` });
  return outcome;
}
