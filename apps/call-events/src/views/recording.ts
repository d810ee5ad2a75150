// The known state of a rep's recording, and the messages to tabs when it changes without a new version.

import type { Recording, RecordingConfirmation, RecordingKnowledge, RecordingState } from '@callside/schemas';
import type { RecordingConfirmed, RepSnapshot, RepState } from '../domain/rep-state.ts';
import type { TabMessage } from './messages.ts';

/** The part of a snapshot's recording that changes without a new version. */
export interface CompanionKnowledge {
  companion: 'connected' | 'absent';
  state: RecordingKnowledge;
}

/** The state of a tab that received no message. */
export const noKnowledge: CompanionKnowledge = { companion: 'absent', state: 'unknown' };

/**
 * `confirmed` only while a companion is connected and every connected one has acknowledged the current sequence.
 * One companion without any acknowledgement makes it `requested`.
 */
function recordingKnowledge(
  { recordingSequence }: Pick<RepState, 'recordingSequence'>,
  { connected, acknowledgedSequence }: RepSnapshot['companions'],
): RecordingKnowledge {
  if (connected === 0) return 'unknown';
  return acknowledgedSequence === recordingSequence ? 'confirmed' : 'requested';
}

/** The recording part of a snapshot. */
export function recordingView({
  state,
  companions,
  confirmation,
}: {
  state: Pick<RepState, 'recordingPaused' | 'recordingSequence'>;
  companions: RepSnapshot['companions'];
  confirmation: RecordingConfirmed | null;
}): Recording {
  const { recordingPaused: paused, recordingSequence: sequence } = state;
  const knowledge = recordingKnowledge(state, companions);
  const isKept = confirmation?.sequence === sequence;
  const last =
    knowledge === 'confirmed' && !isKept && companions.acknowledgedAt
      ? { sequence, paused, confirmedAt: companions.acknowledgedAt }
      : confirmation;
  return {
    paused,
    sequence,
    confirmation: last && confirmationView(last),
    companion: companions.connected > 0 ? 'connected' : 'absent',
    state: knowledge,
  };
}

export function confirmationView({ sequence, paused, confirmedAt }: RecordingConfirmed): RecordingConfirmation {
  return { sequence, paused, confirmed_at: confirmedAt.toISOString() };
}

/** The companion state that a tab shows after `message`, if it showed `before`. */
export function knowledgeAfter(
  before: CompanionKnowledge | undefined,
  message: TabMessage,
  sequence: number,
): CompanionKnowledge {
  const known = before ?? noKnowledge;
  switch (message.name) {
    case 'call.event':
    case 'call.state': {
      const { recording } = message.name === 'call.event' ? message.payload.state : message.payload;
      return { companion: recording.companion ?? 'absent', state: recording.state ?? 'unknown' };
    }
    case 'companion.presence':
      return message.payload.connected
        ? { companion: 'connected', state: 'requested' }
        : { companion: 'absent', state: 'unknown' };
    case 'offers':
    case 'transcript.chunk':
      return known;
    case 'recording.confirmation':
      return known.companion === 'connected' && message.payload.sequence === sequence
        ? { ...known, state: 'confirmed' }
        : known;
  }
}

/**
 * The messages that update a tab from what it shows to what is stored. Without `withConfirmation`, the server that
 * announces a confirmation sends it.
 */
export function companionChanges(
  shown: CompanionKnowledge,
  onFile: Recording,
  { at, withConfirmation }: { at: Date; withConfirmation: boolean },
): TabMessage[] {
  const news: TabMessage[] = [];
  const presence = (connected: boolean) =>
    news.push({ name: 'companion.presence', payload: { connected, at: at.toISOString() } });
  if (onFile.companion === 'absent') {
    if (shown.companion === 'connected') presence(false);
    return news;
  }
  const isWithdrawn = shown.state === 'confirmed' && onFile.state === 'requested';
  if (shown.companion === 'absent' || isWithdrawn) presence(true);
  if (withConfirmation && onFile.state === 'confirmed' && shown.state !== 'confirmed' && onFile.confirmation) {
    news.push({ name: 'recording.confirmation', payload: onFile.confirmation });
  }
  return news;
}

export function recordingStateView(state: RepState): RecordingState {
  return {
    paused: state.recordingPaused,
    sequence: state.recordingSequence,
    call_reference: state.call?.reference ?? null,
  };
}
