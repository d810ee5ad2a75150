import type { CallEventName } from '@callside/test-kit';
import { metadataOf } from '../../src/check/deliveries.ts';
import type { History } from '../../src/history/history.ts';
import type { Occurrence } from '../../src/history/occurrence.ts';
import type { Purchased } from '../../src/history/occurrences/offers.ts';

const epochMs = 1_000_000;
const firstCall = 'call-1';
const secondCall = 'call-2';
export const firstSession = 'session-1';
export const secondSession = 'session-2';

interface Step {
  at: number;
  event: CallEventName;
  phoneNumber?: string;
  state: { version: number; sequence: number; paused: boolean; call: string | null };
}

const steps: Step[] = [
  {
    at: 1000,
    event: 'call-started',
    phoneNumber: '+14155550001',
    state: { version: 1, sequence: 1_001_000, paused: false, call: firstCall },
  },
  { at: 10_000, event: 'recording-paused', state: { version: 2, sequence: 1_010_000, paused: true, call: firstCall } },
  {
    at: 30_000,
    event: 'recording-resumed',
    state: { version: 3, sequence: 1_030_000, paused: false, call: firstCall },
  },
  { at: 40_000, event: 'call-ended', state: { version: 4, sequence: 1_040_000, paused: false, call: null } },
  {
    at: 50_000,
    event: 'call-started',
    phoneNumber: '+14155550002',
    state: { version: 5, sequence: 1_050_000, paused: false, call: secondCall },
  },
];

export const tab = 'rep 1 tab 1';
export const companion = 'rep 1 companion';

/** One rep, two calls, a pause of 20 s in the first one, no violation, and a minute of quiet at the end. */
export function goodHistory(): History {
  const rep = 'rep 1';
  const place = { rep, instance: 1 };
  const occurrences: Occurrence[] = [
    { at: 0, type: 'tab', tab, ...place, presence: 'opening' },
    { at: 1, type: 'tab', tab, ...place, presence: 'connected' },
    shown(2, { version: 0, sequence: 0, paused: false, call: null }, true),
    { at: 0, type: 'companion', companion, ...place, kind: 'plain', presence: 'opening' },
    { at: 1, type: 'companion', companion, ...place, kind: 'plain', presence: 'connected' },
    delivered(2, { sequence: 0, paused: false, call: null }, true),
    ...steps.flatMap((step) => stepOccurrences(step)),
    recorded(1010, 10_004),
    recorded(30_010, 40_004),
    recorded(50_010, 110_000),
    { at: 60_000, type: 'offered', recommendationId: 'offer-1' },
    purchased(61_000),
    { at: 900, type: 'key tried', key: 'key 1', instance: 1, isRevoked: false, status: 200 },
    { at: 950, type: 'key tried', key: 'key 1', instance: 2, isRevoked: true, status: 401 },
    { at: 49_000, type: 'exported', series: 'started', calls: [firstCall] },
    { at: 51_000, type: 'exported', series: 'started', calls: [secondCall] },
    { at: 52_000, type: 'exported', series: 'ended', calls: [firstCall] },
    held(1020, firstSession),
    chunkStored(2000, firstSession),
    held(40_020, null),
    held(50_020, secondSession),
    chunkStored(109_000, secondSession),
  ];
  const last = steps[4]!.state;
  return {
    seed: 1,
    epochMs,
    instances: 2,
    reps: [{ rep, email: 'rep1@faults.example' }],
    occurrences: occurrences.sort((one, other) => one.at - other.at),
    onFile: {
      events: steps.map((step, index) => ({
        id: index + 1,
        event: step.event,
        eventId: eventIdOf(step),
        agentEmail: 'rep1@faults.example',
        rep,
        call: step.at >= 50_000 ? secondCall : firstCall,
        phoneNumber: step.phoneNumber ?? '+14155550001',
        customerId: null,
        metadata: metadataOf(eventIdOf(step)),
        receivedMs: epochMs + step.at,
        agentResolved: true,
        callActive: true,
        position: index + 1,
      })),
      reps: [{ rep, ...last, onHold: false }],
      calls: [
        { reference: firstCall, rep, endReason: 'ended' },
        { reference: secondCall, rep, endReason: null },
      ],
      reusedIds: [],
      recommendations: ['offer-1'],
      purchases: [{ purchaseId: 'purchase-1', lines: ['line 1'] }],
      sessions: [
        { session: firstSession, rep, call: firstCall, isFinalized: true, endedMs: epochMs + 40_000 },
        { session: secondSession, rep, call: secondCall, isFinalized: false, endedMs: epochMs + 109_000 },
      ],
      chunks: [
        { session: firstSession, sequence: 1, text: 'a chunk' },
        { session: secondSession, sequence: 1, text: 'a chunk' },
      ],
    },
    endedAt: 110_000,
  };
}

export function eventIdOf({ at }: { at: number }): string {
  return `event at ${at}`;
}

export function shown(
  at: number,
  state: { version: number; sequence: number; paused: boolean; call: string | null },
  isGreeting = false,
): Occurrence {
  return {
    at,
    type: 'shown',
    tab,
    rep: 'rep 1',
    isGreeting,
    onHold: false,
    position: isGreeting ? state.version : null,
    ...state,
  };
}

export function delivered(
  at: number,
  state: { sequence: number; paused: boolean; call: string | null },
  isGreeting = false,
): Occurrence {
  return { at, type: 'delivered', companion, rep: 'rep 1', isGreeting, ...state };
}

export function recorded(from: number, to: number): Occurrence {
  return { at: to, type: 'recorded', companion, rep: 'rep 1', from, to };
}

export function purchased(at: number, difference: Partial<Purchased> = {}): Occurrence {
  const answer = { status: 200, purchaseId: 'purchase-1', isRecorded: true, line: 'line 1' };
  return { at, type: 'purchased', recommendationId: 'offer-1', ...answer, ...difference };
}

function held(at: number, session: string | null): Occurrence {
  return { at, type: 'session held', companion, rep: 'rep 1', session };
}

function chunkStored(at: number, session: string): Occurrence {
  return { at, type: 'chunk stored', companion, rep: 'rep 1', session, sequence: 1, text: 'a chunk' };
}

/** The history without the occurrences for which `isLeft` holds. */
export function without(history: History, isLeft: (occurrence: Occurrence) => boolean): History {
  return { ...history, occurrences: history.occurrences.filter((occurrence) => !isLeft(occurrence)) };
}

export function withMore(history: History, ...more: Occurrence[]): History {
  return { ...history, occurrences: [...history.occurrences, ...more].sort((one, other) => one.at - other.at) };
}

function stepOccurrences({ at, event, phoneNumber: number, state }: Step): Occurrence[] {
  const phoneNumber = number ?? null;
  const { version, sequence, paused, call } = state;
  const place = { eventId: eventIdOf({ at }), delivery: 0, attempt: 1 };
  const agentEmail = 'rep1@faults.example';
  const rep = 'rep 1';
  return [
    {
      at: at - 10,
      type: 'sent',
      ...place,
      sharedId: null,
      instance: 1,
      event,
      agentEmail,
      phoneNumber,
      customerId: null,
    },
    { at: at + 3, type: 'answered', ...place, status: 200, duplicate: false, agentResolved: true, callActive: true },
    shown(at + 2, { version, sequence, paused, call }),
    { at: at + 2, type: 'event shown', tab, rep, event, eventId: eventIdOf({ at }), position: version },
    { at: at + 2, type: 'recording shown', tab, rep, state: 'requested', sequence, paused },
    delivered(at + 4, { sequence, paused, call }),
    { at: at + 5, type: 'acknowledged', companion, rep, sequence },
    { at: at + 6, type: 'recording shown', tab, rep, state: 'confirmed', sequence, paused },
  ];
}
