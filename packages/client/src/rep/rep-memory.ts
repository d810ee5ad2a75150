// The state that a tab has of its rep. Messages may come late, twice and in any order: the highest version wins, and for the
// recording the highest sequence.

import {
  type CallEventMessage,
  type CallNotesMessage,
  type CallOffers,
  type CallState,
  type CallStateMessage,
  type CallView,
  type CompanionPresence,
  callOffersSchema,
  type RecordingBy,
  type RecordingConfirmation,
  type RecordingKnowledge,
  type TranscriptChunkMessage,
} from '@callside/schemas';
import { positionAfter } from './log-position.ts';

/** `connecting`: not connected since the start; `offline`: the browser reports that there is no network. */
export type RepLink = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** Something that a tab received, or a change of its connection. */
export type RepSignal =
  | { type: 'link'; link: RepLink }
  /** A message from the service, at that time in ms since 1970. */
  | { type: 'message received'; at: number }
  /** During a call the service has not sent `alive` for 5 s, or the page stood still. */
  | { type: 'silent' }
  /** The first `alive` after that. */
  | { type: 'alive' }
  /** An unreadable message: the service is newer than this client. */
  | { type: 'unreadable' }
  | { type: 'call.state'; state: CallStateMessage }
  | { type: 'call.event'; message: CallEventMessage }
  | { type: 'recording.confirmation'; confirmation: RecordingConfirmation }
  | { type: 'companion.presence'; presence: CompanionPresence }
  | { type: 'offers'; offers: CallOffers }
  /** A piece of the transcript. It is not part of the state. */
  | { type: 'transcript.chunk'; chunk: TranscriptChunkMessage }
  /** Notes on a call that a tab of the rep has written. They are not part of the state. */
  | { type: 'call.notes'; notes: CallNotesMessage };

export interface RepMemory {
  link: RepLink;
  /** Of the last event in the log of the rep; null until the first state of the connection. */
  position: number | null;
  /** null until the first state. */
  version: number | null;
  call: CallView | null;
  /** Where nobody records, `paused` is false. */
  recording: { paused: boolean; sequence: number };
  /** Who records the calls of the brand. */
  recordingBy: RecordingBy;
  /** The latest one, of any recording state. */
  confirmation: RecordingConfirmation | null;
  /** Whether a companion is connected to any instance. */
  companion: 'connected' | 'absent';
  /** The last confirmed sequence; null: none, or a companion has connected since. */
  confirmedSequence: number | null;
  /** The server of the live call does not prove that it knows the state of the rep. */
  isSilent: boolean;
  /** The server has said that it does not know: it is cut off, or a companion that was lost may be recording. */
  isUnknown: boolean;
  customer: CallState['customer'];
  /** The latest ones of each of the last calls, the latest change first. `offersOf` finds those of a call. */
  offers: readonly CallOffers[];
  /** When the last message from the service arrived, in ms since 1970. */
  lastMessageAt: number | null;
  /** The highest version since the connection was made; null after its snapshot has arrived. */
  highestBeforeSnapshot: number | null;
  /** An unreadable message has arrived. */
  outdated: boolean;
}

export const initialRepMemory: RepMemory = {
  link: 'connecting',
  position: null,
  version: null,
  call: null,
  recording: { paused: false, sequence: 0 },
  recordingBy: 'companion',
  confirmation: null,
  companion: 'absent',
  confirmedSequence: null,
  isSilent: false,
  isUnknown: false,
  customer: null,
  offers: [],
  lastMessageAt: null,
  highestBeforeSnapshot: null,
  outdated: false,
};

/**
 * The known state of the recording; null: nobody records. Without a connection, until its first state has arrived, and while the service
 * is silent during a call, it is `unknown`.
 */
export function recordingKnowledge(memory: RepMemory): RecordingKnowledge | null {
  const { recordingBy, link, highestBeforeSnapshot, isSilent, isUnknown } = memory;
  if (recordingBy === 'nobody') return null;
  if (link !== 'live' || highestBeforeSnapshot !== null || isSilent || isUnknown) return 'unknown';
  if (recordingBy === 'dialler') return 'dialler';
  if (memory.companion === 'absent') return 'unknown';
  return memory.confirmedSequence === memory.recording.sequence ? 'confirmed' : 'requested';
}

/** The companion's confirmation of the shown recording state; null before it arrives. */
export function currentConfirmation({
  recording,
  confirmation,
}: Pick<RepMemory, 'recording' | 'confirmation'>): RecordingConfirmation | null {
  const isCurrent = confirmation?.sequence === recording.sequence && confirmation.paused === recording.paused;
  return isCurrent ? confirmation : null;
}

/** The offers of a call; null before they arrive, and without a call. */
export function offersOf({ offers }: Pick<RepMemory, 'offers'>, call: CallView | null): CallOffers | null {
  return offers.find(({ call_reference }) => call_reference === call?.reference) ?? null;
}

/** The state after a signal. A repeated signal changes nothing. */
export function reduceRepMemory(memory: RepMemory, signal: RepSignal): RepMemory {
  switch (signal.type) {
    case 'link':
      return {
        ...memory,
        link: signal.link,
        position: null,
        highestBeforeSnapshot: signal.link === 'live' ? -1 : null,
        isSilent: false,
        isUnknown: false,
      };
    case 'message received':
      return { ...memory, lastMessageAt: signal.at };
    case 'transcript.chunk':
    case 'call.notes':
      return memory;
    case 'silent':
      return { ...memory, isSilent: memory.call !== null };
    case 'alive':
      return { ...memory, isSilent: false };
    case 'unreadable':
      return { ...memory, outdated: true };
    case 'call.state':
      return { ...takeKnowledge(takeSnapshot(memory, signal.state), signal.state), position: signal.state.position };
    case 'call.event':
      return {
        ...takeKnowledge(takeNews(memory, signal.message.state), signal.message.state),
        position: positionAfter(memory.position, signal.message),
      };
    case 'recording.confirmation':
      return {
        ...memory,
        confirmation: laterConfirmation(memory.confirmation, signal.confirmation),
        confirmedSequence: Math.max(signal.confirmation.sequence, memory.confirmedSequence ?? 0),
        isUnknown: memory.isUnknown && !confirmsCurrent(memory, signal.confirmation),
      };
    case 'companion.presence':
      return {
        ...memory,
        companion: signal.presence.connected ? 'connected' : 'absent',
        confirmedSequence: null,
        isUnknown: !signal.presence.connected,
      };
    case 'offers':
      return { ...memory, offers: laterOffers(memory.offers, signal.offers) };
  }
}

function confirmsCurrent({ companion, recording }: RepMemory, { sequence }: RecordingConfirmation): boolean {
  return companion === 'connected' && sequence === recording.sequence;
}

/** The first snapshot after connecting counts even when it is older: the service's database may have been restored. */
function takeSnapshot(memory: RepMemory, state: CallState): RepMemory {
  const { highestBeforeSnapshot, version } = memory;
  const isFirst = highestBeforeSnapshot !== null && state.version >= highestBeforeSnapshot;
  const settled = { ...memory, highestBeforeSnapshot: null };
  if (!isFirst || version === null || state.version >= version) return takeState(settled, state);
  const { recording, confirmation, offers } = initialRepMemory;
  return takeState({ ...settled, version: null, recording, confirmation, offers }, state);
}

function takeNews(memory: RepMemory, state: CallState): RepMemory {
  const { highestBeforeSnapshot } = memory;
  const heard = highestBeforeSnapshot === null ? null : Math.max(highestBeforeSnapshot, state.version);
  return takeState({ ...memory, highestBeforeSnapshot: heard }, state);
}

function recordingByOf({ recording }: CallState): RecordingBy {
  return recording === null ? 'nobody' : (recording.by ?? 'companion');
}

function takeState(memory: RepMemory, state: CallState): RepMemory {
  const { version, call, customer } = state;
  const isOlder = memory.version !== null && version < memory.version;
  return {
    ...memory,
    ...(!isOlder && {
      version,
      call,
      customer,
      isSilent: memory.isSilent && call !== null,
      recordingBy: recordingByOf(state),
    }),
    offers: laterOffers(memory.offers, readOffers(state.offers)),
    recording: laterRecording(memory, state, isOlder),
    confirmation: laterConfirmation(memory.confirmation, state.recording?.confirmation ?? null),
  };
}

/** Takes what is known of the recording, unless it is older than the shown state. */
function takeKnowledge(memory: RepMemory, { version, recording }: CallState): RepMemory {
  if (recording === null || memory.version !== version || memory.recording.sequence !== recording.sequence)
    return memory;
  return {
    ...memory,
    companion: recording.companion,
    confirmedSequence: recording.state === 'confirmed' ? recording.sequence : null,
    isUnknown: recording.state === 'unknown',
  };
}

type Recording = RepMemory['recording'];

/** A higher sequence is applied, an equal one applied again, a lower one ignored. */
function laterRecording(memory: RepMemory, state: CallState, isOlderState: boolean): Recording {
  const { recording: known } = memory;
  if (isOlderState && recordingByOf(state) !== memory.recordingBy) return known;
  if (state.recording === null) return { ...known, paused: false };
  const { paused, sequence } = state.recording;
  if (sequence < known.sequence || (isOlderState && sequence === known.sequence)) return known;
  return { paused, sequence };
}

/**
 * Kept also when its sequence is not the current one yet, because it may overtake the state that it confirms. A companion may
 * confirm a sequence again; the latest time counts, in any order of arrival.
 */
function laterConfirmation(
  known: RecordingConfirmation | null,
  heard: RecordingConfirmation | null,
): RecordingConfirmation | null {
  if (heard === null || known === null) return heard ?? known;
  if (heard.sequence !== known.sequence) return heard.sequence > known.sequence ? heard : known;
  return Date.parse(heard.confirmed_at) > Date.parse(known.confirmed_at) ? heard : known;
}

/** null also for offers of another release that this one cannot read. */
function readOffers(offers: CallState['offers']): CallOffers | null {
  const read = callOffersSchema.safeParse(offers);
  return read.success ? read.data : null;
}

/** More than one, because offers may change after the end of a call or arrive before its start. */
const mostCallsWithOffers = 4;

/** The highest sequence of each call, in any order of arrival. */
function laterOffers(known: readonly CallOffers[], heard: CallOffers | null): readonly CallOffers[] {
  if (heard === null) return known;
  const ofThatCall = known.find(({ call_reference }) => call_reference === heard.call_reference);
  if (ofThatCall !== undefined && ofThatCall.sequence >= heard.sequence) return known;
  const others = known.filter((one) => one !== ofThatCall);
  return [...others, heard].sort((one, other) => other.sequence - one.sequence).slice(0, mostCallsWithOffers);
}
