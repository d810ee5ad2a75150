import type { CallEventResponse } from '@callside/schemas';
import type { ActingOwner, AgentStore } from '../../brands/index.ts';
import type { CallEventRecorder } from '../record-events.ts';
import { type ChangeRefusal, refuseChange } from '../rules/allowed-change.ts';
import type { AllowedChange, NewCallEvent } from '../rules/call-event.ts';
import { decide } from '../rules/call-state.ts';
import type { RepSnapshot } from '../rules/rep-state.ts';

interface Dependencies {
  agents: Pick<AgentStore, 'findUser' | 'findTestCalls' | 'audit'>;
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  recorder: Pick<CallEventRecorder, 'recordIfAllowed'>;
  now: () => Date;
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
 * recorded. The first check only keeps refused requests out of the audit log. The live call may change after it, so the batch that
 * records the event decides again, while it holds the lock of the rep.
 */
export async function sendOwnerEvent(
  { owner, event, audit }: OwnerEvent,
  dependencies: Dependencies,
): Promise<OwnerEventOutcome> {
  const { agents, recorder } = dependencies;
  const refused = await look(event, dependencies);
  if (refused !== null) return { refused };
  await agents.audit(owner, audit);
  const outcome = await recorder.recordIfAllowed(event);
  if ('refused' in outcome) await agents.audit(owner, { ...audit, action: `${audit.action}.refused` });
  return outcome;
}

async function look(
  event: OwnerEvent['event'],
  { agents, readSnapshot, now }: Dependencies,
): Promise<{ rep: RepSnapshot; refusal: ChangeRefusal } | null> {
  const user = await agents.findUser(event.brandId, event.agentEmail);
  const rep = user && (await readSnapshot(user.id));
  const call = rep?.state.call ?? null;
  if (rep === null || call === null) return null;
  const isTestCall = (await agents.findTestCalls([call.id])).has(call.id);
  const stateEvent = event.event === 'call-started' ? { ...event, customer: null } : { event: event.event };
  const decision = decide(rep.state, stateEvent, now());
  const refusal = refuseChange(event.allowedChange, { call, isTestCall, decision });
  return refusal && { rep, refusal };
}
