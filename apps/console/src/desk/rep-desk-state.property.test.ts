import '../texts/testing.ts';
import { currentConfirmation, type RepSignal } from '@callside/client';
import type { CallView, RecordingConfirmation } from '@callside/schemas';
import { callEvent, callState, callView } from '@callside/schemas/testing';
import fc from 'fast-check';
import { initialRepDesk } from './rep-desk-model.ts';
import { reduceRepDesk } from './rep-desk-state.ts';

type Step = 'start' | 'end' | 'hold' | 'unhold' | 'pause' | 'resume' | 'confirm';

const eventNames = {
  start: 'call-started',
  end: 'call-ended',
  hold: 'hold-started',
  unhold: 'hold-ended',
  pause: 'recording-paused',
  resume: 'recording-resumed',
} as const;

const step = fc.constantFrom<Step>('start', 'end', 'hold', 'unhold', 'pause', 'resume', 'confirm');

interface Service {
  version: number;
  sequence: number;
  calls: number;
  call: CallView | null;
  confirmation: RecordingConfirmation | null;
}

/** The service's messages for those steps: versions rise by one, sequences with every start, end and recording control. */
function messagesOf(steps: readonly Step[]): RepSignal[] {
  const now: Service = { version: 0, sequence: 0, calls: 0, call: null, confirmation: null };
  const actions = [snapshotOf(now)];
  for (const next of steps) {
    if (next === 'confirm') actions.push(confirm(now));
    else if (now.call !== null || next === 'start') actions.push(move(now, next));
  }
  return [...actions, snapshotOf(now)];
}

function snapshotOf({ version, sequence, call, confirmation }: Service): RepSignal {
  return { type: 'call.state', state: callState(version, call, { sequence, confirmation }) };
}

function instantOf({ version }: Service): string {
  return new Date(Date.UTC(2026, 10, 20, 8, 0, version)).toISOString();
}

function confirm(now: Service): RepSignal {
  const paused = now.call?.recording_paused ?? false;
  now.confirmation = { sequence: now.sequence, paused, confirmed_at: instantOf(now) };
  return { type: 'recording.confirmation', confirmation: now.confirmation };
}

function move(now: Service, next: Exclude<Step, 'confirm'>): RepSignal {
  now.version += 1;
  if (next === 'start') now.calls += 1;
  if (next !== 'hold' && next !== 'unhold') now.sequence += 1;
  now.call = callAfter(now, next);
  const { version, sequence, call, confirmation } = now;
  const message = callEvent(eventNames[next], callState(version, call, { sequence, confirmation }));
  return { type: 'call.event', message: { ...message, received_at: instantOf(now) } };
}

function callAfter({ call, calls }: Service, next: Exclude<Step, 'confirm'>): CallView | null {
  if (next === 'start') return callView({ reference: `0192d5f4-7c1e-7a3b-9b60-${String(calls).padStart(12, '0')}` });
  if (next === 'end' || call === null) return null;
  if (next === 'hold' || next === 'unhold') return { ...call, on_hold: next === 'hold' };
  return { ...call, recording_paused: next === 'pause' };
}

const inOrder = fc.array(step, { maxLength: 40 }).map(messagesOf);

/** Contains every message at least once, some more than once, in any order. */
const inAnyOrder = inOrder.chain((messages) =>
  fc.array(fc.constantFrom(...messages), { maxLength: 20 }).chain((again) =>
    fc.record({
      messages: fc.constant(messages),
      heard: fc.shuffledSubarray([...messages, ...again], { minLength: messages.length + again.length }),
    }),
  ),
);

const connected = reduceRepDesk(initialRepDesk, { type: 'link', link: 'live' });

test('repeated messages in any order lead to the state of the highest version', () => {
  fc.assert(
    fc.property(inAnyOrder, ({ messages, heard }) => {
      const expected = messages.reduce(reduceRepDesk, connected);
      const desk = heard.reduce(reduceRepDesk, connected);
      expect(desk.version).toBe(expected.version);
      expect(desk.call).toEqual(expected.call);
      expect(desk.recording).toEqual(expected.recording);
      expect(currentConfirmation(desk)).toEqual(currentConfirmation(expected));
      expect(desk.log).toEqual(expected.log);
    }),
  );
});

test('version and recording sequence never decrease during a connection', () => {
  fc.assert(
    fc.property(inAnyOrder, ({ heard }) => {
      let desk = connected;
      for (const action of heard) {
        const next = reduceRepDesk(desk, action);
        expect(next.version ?? -1).toBeGreaterThanOrEqual(desk.version ?? -1);
        expect(next.recording.sequence).toBeGreaterThanOrEqual(desk.recording.sequence);
        desk = next;
      }
    }),
  );
});

test('receiving all messages again announces nothing again', () => {
  fc.assert(
    fc.property(inAnyOrder, ({ messages, heard }) => {
      const desk = messages.reduce(reduceRepDesk, connected);
      expect(heard.reduce(reduceRepDesk, desk).announcement).toBe(desk.announcement);
    }),
  );
});
