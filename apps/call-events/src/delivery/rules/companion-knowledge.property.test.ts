import type { Recording } from '@callside/schemas';
import { callState } from '@callside/schemas/testing';
import fc from 'fast-check';
import {
  companionChanges,
  companionKnowledgeOf,
  knowledgeAfter,
  noKnowledge,
  withClaimsOf,
  withoutClaims,
} from './companion-knowledge.ts';
import type { TabMessage } from './messages.ts';

const sequence = 7;
const at = new Date(0);

const companions = fc.constantFrom('connected' as const, 'absent' as const);
const confirmation = { sequence, paused: true, confirmed_at: '2026-11-20T08:36:02.377Z' };

/** What a snapshot may say: `confirmed` and `requested` only with a companion. */
const recordings: fc.Arbitrary<Recording | null> = fc.oneof(
  fc.constant(null),
  companions.map(
    (companion): Recording => ({
      by: 'dialler',
      paused: true,
      sequence,
      confirmation: null,
      companion,
      state: 'dialler',
    }),
  ),
  fc.constantFrom<Recording>(
    { paused: true, sequence, confirmation: null, companion: 'absent', state: 'unknown' },
    { paused: true, sequence, confirmation: null, companion: 'connected', state: 'unknown' },
    { paused: true, sequence, confirmation: null, companion: 'connected', state: 'requested' },
    { paused: true, sequence, confirmation, companion: 'connected', state: 'confirmed' },
  ),
);
const stateWith = (recording: Recording | null): TabMessage => ({
  name: 'call.state',
  payload: callState(1, null, recording),
});
const callEventMessage = {
  event: 'hold-started' as const,
  event_id: null,
  occurred_at: at.toISOString(),
  received_at: at.toISOString(),
  metadata: {},
  applied: true,
};
const cutOff: TabMessage = { name: 'companion.presence', payload: { connected: false, at: at.toISOString() } };
const shownOf = (messages: readonly TabMessage[]) =>
  messages.reduce((shown, message) => knowledgeAfter(shown, message, sequence), noKnowledge);

it('brings a tab from any state to the one on file, also from one that is cut off', () => {
  fc.assert(
    fc.property(recordings, fc.boolean(), recordings, (before, isCutOff, onFile) => {
      const shown = shownOf([stateWith(before), ...(isCutOff ? [cutOff] : [])]);
      const messages = companionChanges(shown, onFile, at) ?? [stateWith(onFile)];
      const after = messages.reduce((known, message) => knowledgeAfter(known, message, sequence), shown);
      expect(after).toEqual(companionKnowledgeOf(onFile));
      if (onFile?.by === 'dialler') expect(messages.map(({ name }) => name)).not.toContain('recording.confirmation');
    }),
  );
});

it('has nothing to say to a tab that shows what is on file', () => {
  fc.assert(
    fc.property(recordings, (onFile) => {
      expect(companionChanges(companionKnowledgeOf(onFile), onFile, at)).toEqual([]);
    }),
  );
});

it('claims nothing while the instance is cut off: unknown, unless nobody records', () => {
  fc.assert(
    fc.property(recordings, (recording) => {
      const message = withoutClaims(stateWith(recording));
      const said = message?.name === 'call.state' ? message.payload.recording : undefined;
      if (recording === null) expect(said).toBeNull();
      else expect(said).toEqual({ ...recording, companion: 'absent', state: 'unknown' });
    }),
  );
});

it('an event claims no more of the recording state that tabs show than they were told last', () => {
  const claims = ['unknown', 'requested', 'confirmed'];
  fc.assert(
    fc.property(recordings, recordings, fc.boolean(), (told, read, isOlder) => {
      const companions = companionKnowledgeOf(told);
      const state = callState(1, null, read);
      const payload = { ...callEventMessage, state };
      const recordingSequence = isOlder ? sequence - 1 : sequence;
      const message = withClaimsOf({ recordingSequence, companions }, { name: 'call.event', payload });
      const shown = knowledgeAfter(companions, message, sequence);
      const heard = companionKnowledgeOf(read);
      if (isOlder || companions.by !== heard.by) expect(shown).toEqual(heard);
      else
        expect(claims.indexOf(shown.state)).toBe(
          Math.min(...[companions, heard].map((one) => claims.indexOf(one.state))),
        );
    }),
  );
});
