import type { CallState, CallView } from '@callside/schemas';
import { offersView } from '../offers/index.ts';
import { recordingView } from './recording-view.ts';
import type { CallOnFile } from './rules/call-on-file.ts';
import type { RepSnapshot, RepState } from './rules/rep-state.ts';

/** A call, in every answer, push and export. */
export function callView(call: CallOnFile): CallView {
  return {
    reference: call.reference,
    agent_email: call.agentEmail,
    phone_number: call.phoneNumber,
    customer_id: call.customerId,
    started_at: call.startedAt.toISOString(),
    ended_at: call.endedAt?.toISOString() ?? null,
    end_reason: call.endReason,
    on_hold: call.onHold,
    recording_paused: call.recordingPaused,
  };
}

/** The snapshot that a tab shows. */
export function callStateView(rep: RepSnapshot): CallState {
  const { agentEmail, state } = rep;
  return {
    version: state.version,
    call: liveCallView(agentEmail, state),
    recording: recordingView(rep),
    customer: state.call?.customer ?? null,
    offers: rep.offers ? offersView(rep.offers) : null,
  };
}

function liveCallView(agentEmail: string, { call, onHold, recordingPaused }: RepState): CallView | null {
  return call && callView({ agentEmail, endedAt: null, endReason: null, onHold, recordingPaused, ...call });
}
