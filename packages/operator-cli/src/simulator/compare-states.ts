import type { CompanionView, RepView } from '@callside/client';
import { groupBy } from './group-by.ts';
import type { Mismatch } from './mismatch.ts';
import type { EventRow, RepStateRow } from './records.ts';
import { replayEvents } from './replay.ts';

/** The states of one rep's tabs and companion. */
export interface ShownState {
  rep: string;
  userId: string;
  tabs: readonly RepView[];
  companion: CompanionView;
}

const untouched = {
  version: 0,
  call_reference: null,
  phone_number: null,
  on_hold: false,
  recording_paused: false,
  recording_sequence: 0,
};

/** Checks that every tab shows the version and state on file, and every companion the recording state. */
export function compareStates(shown: readonly ShownState[], states: readonly RepStateRow[]): Mismatch[] {
  const byUser = new Map(states.map((state) => [state.user_id, state]));
  return shown.flatMap(({ rep, userId, tabs, companion }) => {
    const state = byUser.get(userId) ?? { user_id: userId, ...untouched };
    return [
      ...tabs.flatMap((view, at) =>
        differing('tab', `tab ${at + 1} of ${rep}`, expectedOfTab(state, view), shownByTab(view)),
      ),
      ...differing('companion', `companion of ${rep}`, expectedOfCompanion(state), shownByCompanion(companion)),
    ];
  });
}

/** Checks that a rep's state on file equals the result of their events on file. */
export function compareWithEvents(
  reps: readonly { userId: string; email: string }[],
  states: readonly RepStateRow[],
  events: readonly EventRow[],
): Mismatch[] {
  const byEmail = groupBy(events, ({ agent_email }) => agent_email);
  return reps.flatMap(({ userId, email }) => {
    const { state: replayed, misjudged } = replayEvents(byEmail.get(email) ?? []);
    const state = states.find(({ user_id }) => user_id === userId) ?? untouched;
    const onFile = {
      version: state.version,
      isOnCall: state.call_reference !== null,
      onHold: state.on_hold,
      paused: state.recording_paused,
    };
    const wrong = misjudged.map(({ event_id, call_active }) => ({
      kind: 'event on file',
      subject: String(event_id),
      expected: `call_active ${!call_active} by the events before it`,
      found: `call_active ${call_active}`,
    }));
    return [...differing('rep_state', email, replayed, onFile), ...wrong];
  });
}

/** Where nobody records, a tab shows no recording. */
function expectedOfTab(state: Omit<RepStateRow, 'user_id'>, { recording }: RepView) {
  return {
    link: 'live',
    version: state.version,
    call: state.call_reference && {
      reference: state.call_reference,
      phone_number: state.phone_number,
      on_hold: state.on_hold,
      recording_paused: state.recording_paused,
    },
    recording: recording && { paused: state.recording_paused, sequence: state.recording_sequence },
  };
}

function shownByTab({ link, version, call, recording }: RepView): ReturnType<typeof expectedOfTab> {
  return {
    link: link as 'live',
    version: version ?? -1,
    call: call && {
      reference: call.reference,
      phone_number: call.phone_number,
      on_hold: call.on_hold,
      recording_paused: call.recording_paused,
    },
    recording: recording && { paused: recording.paused, sequence: recording.sequence },
  };
}

function expectedOfCompanion(state: Omit<RepStateRow, 'user_id'>) {
  return {
    recording: state.recording_paused ? 'paused' : 'recording',
    call: state.call_reference,
    sequence: state.recording_sequence,
  };
}

function shownByCompanion({ recording, callReference, sequence }: CompanionView) {
  return { recording, call: callReference, sequence };
}

function differing(kind: string, subject: string, expected: object, found: object): Mismatch[] {
  const [one, other] = [JSON.stringify(expected), JSON.stringify(found)];
  return one === other ? [] : [{ kind, subject, expected: one, found: other }];
}
