// What the page knows of its rep. Messages come late, twice and in any order: the highest version is the truth,
// and for recording the highest sequence is.

import type { CallEventMessage, CallState, RecordingConfirmation } from '@callside/schemas';
import { announce, announceLink } from './announcement.ts';
import { addToLog } from './event-log.ts';
import { initialRepDesk, type Link, type PastCall, type RepDesk } from './rep-desk-model.ts';

export type RepDeskAction =
  | { type: 'link'; link: Link }
  | { type: 'heard'; at: number }
  | { type: 'unreadable' }
  | { type: 'call.state'; state: CallState }
  | { type: 'call.event'; message: CallEventMessage }
  | { type: 'recording.confirmation'; confirmation: RecordingConfirmation };

export function reduceRepDesk(desk: RepDesk, action: RepDeskAction): RepDesk {
  switch (action.type) {
    case 'link':
      return takeLink(desk, action.link);
    case 'heard':
      return { ...desk, heardAt: action.at };
    case 'unreadable':
      return { ...desk, outdated: true };
    case 'call.state':
      return takeSnapshot(desk, action.state);
    case 'call.event':
      return takeEvent(desk, action.message);
    case 'recording.confirmation':
      return takeConfirmation(desk, action.confirmation);
  }
}

function takeLink(desk: RepDesk, link: Link): RepDesk {
  const next = { ...desk, link, heardBeforeSnapshot: link === 'live' ? -1 : null };
  return { ...next, announcement: announceLink(desk, next) };
}

/** The first one after connecting is the service's word even when it is older: its database may have been restored. */
function takeSnapshot(desk: RepDesk, state: CallState): RepDesk {
  const { heardBeforeSnapshot, version } = desk;
  const isFirst = heardBeforeSnapshot !== null && state.version >= heardBeforeSnapshot;
  const settled = { ...desk, heardBeforeSnapshot: null };
  if (!isFirst || version === null || state.version >= version) return takeState(settled, state, null);
  const { recording, confirmation } = initialRepDesk;
  return takeState({ ...settled, version: null, recording, confirmation }, state, null);
}

function takeEvent(desk: RepDesk, message: CallEventMessage): RepDesk {
  const { heardBeforeSnapshot } = desk;
  const heard = heardBeforeSnapshot === null ? null : Math.max(heardBeforeSnapshot, message.state.version);
  const logged = { ...desk, log: addToLog(desk.log, message), heardBeforeSnapshot: heard };
  return takeState(logged, message.state, message);
}

function takeState(desk: RepDesk, state: CallState, cause: CallEventMessage | null): RepDesk {
  const isOlder = desk.version !== null && state.version < desk.version;
  const next: RepDesk = {
    ...desk,
    recording: laterRecording(desk.recording, state.recording, isOlder),
    confirmation: laterConfirmation(desk.confirmation, state.recording.confirmation),
  };
  if (!isOlder) {
    next.version = state.version;
    next.call = state.call;
    next.lastCall = lastCallAfter(desk, state, cause);
  }
  return { ...next, announcement: announce(desk, next) };
}

function takeConfirmation(desk: RepDesk, confirmation: RecordingConfirmation): RepDesk {
  const next = { ...desk, confirmation: laterConfirmation(desk.confirmation, confirmation) };
  return { ...next, announcement: announce(desk, next) };
}

type Recording = RepDesk['recording'];

/** A higher sequence applies, an equal one re-asserts, a lower one is ignored. */
function laterRecording(known: Recording, { paused, sequence }: Recording, isOlderState: boolean): Recording {
  if (sequence < known.sequence || (isOlderState && sequence === known.sequence)) return known;
  return { paused, sequence };
}

/**
 * Kept even when its sequence is not the current one yet: it may overtake the state that it confirms. A companion may
 * confirm a sequence again; the last time counts, in whatever order they come.
 */
function laterConfirmation(
  known: RecordingConfirmation | null,
  heard: RecordingConfirmation | null,
): RecordingConfirmation | null {
  if (heard === null || known === null) return heard ?? known;
  if (heard.sequence !== known.sequence) return heard.sequence > known.sequence ? heard : known;
  return Date.parse(heard.confirmed_at) > Date.parse(known.confirmed_at) ? heard : known;
}

function lastCallAfter(desk: RepDesk, state: CallState, cause: CallEventMessage | null): PastCall | null {
  const { call } = desk;
  if (call === null || call.reference === state.call?.reference) return desk.lastCall;
  if (cause?.event === 'call-ended') return { call, endedAt: cause.received_at };
  // The end itself was missed: a call that follows has ended it at the latest.
  return { call, endedAt: state.call?.started_at ?? null };
}
