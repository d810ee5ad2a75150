// What a tab shows of the recording of its rep, and the messages when it changes without a new version.

import type { Recording, RecordingKnowledge } from '@callside/schemas';
import type { TabMessage } from './messages.ts';

/** The part of a snapshot's recording that changes without a new version. */
export interface CompanionKnowledge {
  by: 'companion' | 'dialler' | 'nobody';
  companion: 'connected' | 'absent';
  state: RecordingKnowledge;
}

/** The state of a tab that received no message. */
export const noKnowledge: CompanionKnowledge = { by: 'companion', companion: 'absent', state: 'unknown' };

export function companionKnowledgeOf(recording: Recording | null): CompanionKnowledge {
  if (recording === null) return { ...noKnowledge, by: 'nobody' };
  const { by = 'companion', companion, state } = recording;
  return { by, companion, state };
}

/** The companion state that a tab shows after `message`, if it showed `known`. */
export function knowledgeAfter(known: CompanionKnowledge, message: TabMessage, sequence: number): CompanionKnowledge {
  switch (message.name) {
    case 'call.event':
    case 'call.state': {
      const { recording } = message.name === 'call.event' ? message.payload.state : message.payload;
      return companionKnowledgeOf(recording);
    }
    case 'companion.presence':
      return message.payload.connected
        ? { ...known, companion: 'connected', state: 'requested' }
        : { ...known, companion: 'absent', state: 'unknown' };
    case 'offers':
    case 'transcript.chunk':
    case 'call.notes':
      return known;
    case 'recording.confirmation':
      return known.companion === 'connected' && message.payload.sequence === sequence
        ? { ...known, state: 'confirmed' }
        : known;
  }
}

export function isSameKnowledge(one: CompanionKnowledge, other: CompanionKnowledge): boolean {
  return one.by === other.by && one.companion === other.companion && one.state === other.state;
}

const claims: readonly RecordingKnowledge[] = ['unknown', 'requested', 'confirmed'];

/**
 * An event was read with its commit, and may come late: of a recording state that tabs show, it claims no more than they were told last.
 * What has changed since, the next look says.
 */
export function withClaimsOf(
  { recordingSequence, companions }: { recordingSequence: number; companions: CompanionKnowledge },
  message: TabMessage,
): TabMessage {
  if (message.name !== 'call.event') return message;
  const { state } = message.payload;
  const { recording } = state;
  const isOther = recording === null || recording.sequence !== recordingSequence;
  if (isOther || companionKnowledgeOf(recording).by !== companions.by) return message;
  if (claims.indexOf(recording.state) <= claims.indexOf(companions.state)) return message;
  const told = { ...recording, companion: companions.companion, state: companions.state };
  return { name: message.name, payload: { ...message.payload, state: { ...state, recording: told } } };
}

/**
 * The messages that update a tab from what it shows to what is stored. null: only the whole state says it, as that another one records
 * now, or that a companion is connected while another one that was lost may be recording.
 */
export function companionChanges(shown: CompanionKnowledge, onFile: Recording | null, at: Date): TabMessage[] | null {
  const known = companionKnowledgeOf(onFile);
  if (isSameKnowledge(shown, known)) return [];
  const { by, companion, state } = known;
  if (onFile === null || shown.by !== 'companion' || by !== 'companion') return null;
  const { confirmation } = onFile;
  const presence = (connected: boolean): TabMessage => ({
    name: 'companion.presence',
    payload: { connected, at: at.toISOString() },
  });
  if (companion === 'absent') return [presence(false)];
  if (state === 'unknown') return null;
  const present = shown.companion === 'connected' && shown.state === 'requested' ? [] : [presence(true)];
  if (state === 'requested') return present;
  return confirmation ? [...present, { name: 'recording.confirmation', payload: confirmation }] : null;
}

/** What an instance that cannot know says instead of a message with a claim. */
export function withoutClaims(message: TabMessage): TabMessage | null {
  const unclaimed = (recording: Recording | null): Recording | null =>
    recording && { ...recording, companion: 'absent', state: 'unknown' };
  switch (message.name) {
    case 'call.event': {
      const { state } = message.payload;
      const payload = { ...message.payload, state: { ...state, recording: unclaimed(state.recording) } };
      return { name: message.name, payload };
    }
    case 'call.state':
      return { name: message.name, payload: { ...message.payload, recording: unclaimed(message.payload.recording) } };
    case 'companion.presence':
      return message.payload.connected ? null : message;
    case 'recording.confirmation':
      return null;
    case 'offers':
    case 'transcript.chunk':
    case 'call.notes':
      return message;
  }
}
