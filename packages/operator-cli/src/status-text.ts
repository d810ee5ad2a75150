import type { CompanionView } from '@callside/client';

export interface CompanionStatus {
  view: CompanionView;
  /** Of the current session. */
  recordedMs: number;
  chunks: number;
  waitingChunks: number;
}

/** One line that says whether sound is being recorded and, if not, why. */
export function statusText({ view, recordedMs, chunks, waitingChunks }: CompanionStatus): string {
  const parts = [recordingText(view)];
  if (view.callReference !== null) parts.push(`call ${view.callReference.slice(0, 8)}`);
  if (view.sessionId !== null) parts.push(`${minutes(recordedMs)} recorded`);
  if (chunks + waitingChunks > 0)
    parts.push(`${chunks} chunks${waitingChunks > 0 ? ` (+${waitingChunks} not stored yet)` : ''}`);
  return parts.join('  ');
}

const unknownTexts: Readonly<Record<NonNullable<CompanionView['unknownReason']>, string>> = {
  'not connected': 'not connected yet, trying',
  'connection lost': 'connection lost, trying again',
  'service silent': 'the service does not answer',
  'not greeted': 'the service has not sent the recording state yet',
  'token refused': 'the service refuses the token',
  'message unreadable': 'the service sent a message that this version does not understand',
};

function recordingText({ recording, unknownReason, mayRecord, callReference, sessionId }: CompanionView): string {
  if (unknownReason !== null) return `○ not recording: ${unknownTexts[unknownReason]}`;
  if (callReference === null) return '○ not recording: no call';
  if (recording === 'paused') return '⏸ paused';
  if (mayRecord && sessionId !== null) return '● recording';
  return '○ not recording: the session is being opened';
}

function minutes(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
