import type { TeamMember } from '@callside/schemas';

interface MemberState {
  word: 'onCall' | 'noCall' | 'onHold' | 'paused' | 'pauseRequested' | 'noCompanion' | 'recordingUnknown' | 'silent';
  tone: 'good' | 'bad' | 'caution' | 'neutral';
  /** Of minutes, in words that take it. */
  count: number;
}

const state = (word: MemberState['word'], tone: MemberState['tone'], count = 0): MemberState => ({ word, tone, count });

/** What a rep is doing, with what needs somebody's attention. Only what the service knows is said of the recording. */
export function stateOf({ call, recording }: Pick<TeamMember, 'call' | 'recording'>): MemberState[] {
  const states = [call === null ? state('noCall', 'neutral') : state('onCall', 'good')];
  if (call?.silent_for_minutes != null) states.push(state('silent', 'bad', call.silent_for_minutes));
  if (call?.on_hold === true) states.push(state('onHold', 'neutral'));
  if (recording === null) return states;
  const isConfirmed = recording.state === 'confirmed' || recording.state === 'dialler';
  if (recording.paused) states.push(isConfirmed ? state('paused', 'caution') : state('pauseRequested', 'bad'));
  if (recording.by === 'dialler') return states;
  if (recording.companion === 'absent') states.push(state('noCompanion', call === null ? 'neutral' : 'bad'));
  else if (recording.state === 'unknown') states.push(state('recordingUnknown', 'bad'));
  return states;
}
