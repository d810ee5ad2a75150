// Which client gets which message: tabs get `call.event`, the companion gets recording and call messages.

import type {
  CallEventMessage,
  CallEventName,
  CallReference,
  CallState,
  CallView,
  RecordingState,
} from '@callside/schemas';
import type { Announcement, CompanionMessage, TabMessage } from './announcement.ts';
import type { Transition } from './call-state.ts';
import { confirmationView, recordingView } from './recording-knowledge.ts';
import type { AnnouncedMetadata } from './relayable-metadata.ts';
import type { RecordingConfirmed, RepSnapshot, RepState } from './rep-state.ts';

/** The sender's part of a `call.event`. `metadata` is the result of JSON.parse; null if it was omitted. */
export interface RelayedEvent extends AnnouncedMetadata {
  event: CallEventName;
  eventId: string | null;
  occurredAt: Date;
  receivedAt: Date;
}

/** Announces an accepted event: one message for each transition, or one `applied: false` message without a live call. */
export function announceEvent(event: RelayedEvent, rep: RepSnapshot, transitions: readonly Transition[]): Announcement {
  const tabs = transitions.map((transition) => tabMessageOf(event, { ...rep, state: transition.state }, transition));
  if (transitions.length === 0) tabs.push(eventMessage(event, rep, { applied: false }));
  return {
    userId: rep.userId,
    version: rep.state.version,
    tabs,
    companion: transitions.flatMap(companionMessagesOf),
  };
}

/** Sends the current state again with an event that was perhaps never delivered, or that the sender retried. */
export function announceAgain(event: RelayedEvent, applied: boolean, rep: RepSnapshot): Announcement {
  return {
    userId: rep.userId,
    version: rep.state.version,
    tabs: [eventMessage(event, rep, { applied })],
    companion: [recordingMessage(rep.state)],
  };
}

/** Informs the tabs that all companions have applied a recording state. */
export function announceConfirmation(userId: string, version: number, confirmed: RecordingConfirmed): Announcement {
  return {
    userId,
    version,
    tabs: [{ name: 'recording.confirmation', payload: confirmationView(confirmed) }],
    companion: [],
  };
}

/** The snapshot that a tab shows. */
export function callStateView(rep: RepSnapshot): CallState {
  const { agentEmail, state } = rep;
  return {
    version: state.version,
    call: callView(agentEmail, state),
    recording: recordingView(rep),
    customer: state.call?.customer ?? null,
    offers: null,
  };
}

export function recordingStateView(state: RepState): RecordingState {
  return {
    paused: state.recordingPaused,
    sequence: state.recordingSequence,
    call_reference: state.call?.reference ?? null,
  };
}

function tabMessageOf(event: RelayedEvent, rep: RepSnapshot, transition: Transition): TabMessage {
  if (transition.step !== 'ended') return eventMessage(event, rep, { applied: true });
  if (transition.endReason === 'ended') return eventMessage(event, rep, { applied: true, end_reason: 'ended' });
  // The service ended this call itself: the sender's id and metadata belong to the start that follows.
  const implicitEnd: RelayedEvent = { ...event, event: 'call-ended', eventId: null, metadata: {}, omitted: false };
  return eventMessage(implicitEnd, rep, { applied: true, end_reason: 'superseded' });
}

function eventMessage(
  event: RelayedEvent,
  rep: RepSnapshot,
  outcome: Pick<CallEventMessage, 'applied' | 'end_reason'>,
): TabMessage {
  return {
    name: 'call.event',
    payload: {
      event: event.event,
      event_id: event.eventId,
      occurred_at: event.occurredAt.toISOString(),
      received_at: event.receivedAt.toISOString(),
      metadata: event.metadata,
      ...(event.omitted && { metadata_omitted: true }),
      ...outcome,
      state: callStateView(rep),
    },
  };
}

/** At the end of a call, the recording state is cleared before `call.ended`: a pause cannot mute the next call. */
function companionMessagesOf(transition: Transition): CompanionMessage[] {
  const reference: CallReference = { call_reference: transition.call.reference };
  switch (transition.step) {
    case 'started':
      return [{ name: 'call.started', payload: reference }, recordingMessage(transition.state)];
    case 'ended':
      return [recordingMessage(transition.state), { name: 'call.ended', payload: reference }];
    case 'recording changed':
      return [recordingMessage(transition.state)];
    case 'hold changed':
      return [];
  }
}

function recordingMessage(state: RepState): CompanionMessage {
  return { name: 'recording.state', payload: recordingStateView(state) };
}

function callView(agentEmail: string, { call, onHold, recordingPaused }: RepState): CallView | null {
  if (call === null) return null;
  return {
    reference: call.reference,
    agent_email: agentEmail,
    phone_number: call.phoneNumber,
    customer_id: call.customerId,
    started_at: call.startedAt.toISOString(),
    ended_at: null,
    end_reason: null,
    on_hold: onHold,
    recording_paused: recordingPaused,
  };
}
