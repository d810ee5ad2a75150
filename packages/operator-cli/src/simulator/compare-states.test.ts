import type { CompanionView, RepView } from '@callside/client';
import { compareStates, compareWithEvents } from './compare-states.ts';
import type { EventRow, RepStateRow } from './records.ts';

const reference = '5a4c2f1e-9f3a-4f0e-8a3c-0123456789ab';
const state: RepStateRow = {
  user_id: 'u',
  version: 2,
  call_reference: reference,
  phone_number: '+12005550100',
  on_hold: false,
  recording_paused: true,
  recording_sequence: 42,
};
const tab: RepView = {
  link: 'live',
  position: 2,
  version: 2,
  call: {
    reference,
    agent_email: 'rep@simulated.invalid',
    phone_number: '+12005550100',
    customer_id: null,
    started_at: '2026-11-21T19:00:00.000Z',
    ended_at: null,
    end_reason: null,
    on_hold: false,
    recording_paused: true,
  },
  recording: { paused: true, sequence: 42, companion: 'connected', state: 'requested', confirmedAt: null },
  customer: null,
  offers: null,
  outdated: false,
};
const companion: CompanionView = {
  recording: 'paused',
  unknownReason: null,
  mayRecord: false,
  recordingSince: null,
  callReference: reference,
  sequence: 42,
  sessionId: null,
};

function subjects(tabs: RepView[], shown: CompanionView = companion, states = [state]): string[] {
  return compareStates([{ rep: 'rep', userId: 'u', tabs, companion: shown }], states).map(({ subject }) => subject);
}

describe('compareStates', () => {
  it('accepts tabs and companions that show the state on file', () => {
    expect(subjects([tab, tab])).toEqual([]);
  });

  it.each<Partial<RepView>>([
    { version: 1 },
    { link: 'reconnecting' },
    { call: null },
    { recording: { paused: false, sequence: 42, companion: 'connected', state: 'requested', confirmedAt: null } },
    { recording: { paused: true, sequence: 41, companion: 'connected', state: 'requested', confirmedAt: null } },
    { call: tab.call && { ...tab.call, on_hold: true } },
  ])('finds a tab that shows a different state: %j', (change) => {
    expect(subjects([tab, { ...tab, ...change }])).toEqual(['tab 2 of rep']);
  });

  it.each<Partial<CompanionView>>([
    { recording: 'recording' },
    { recording: 'unknown' },
    { callReference: null },
    { sequence: 41 },
  ])('finds a companion with a different state: %j', (change) => {
    expect(subjects([], { ...companion, ...change })).toEqual(['companion of rep']);
  });

  it('treats a rep without a state as never on a call', () => {
    const idle: CompanionView = { ...companion, recording: 'recording', callReference: null, sequence: 0 };
    const empty: RepView = {
      ...tab,
      version: 0,
      call: null,
      recording: { paused: false, sequence: 0, companion: 'connected', state: 'requested', confirmedAt: null },
    };
    expect(subjects([empty], idle, [])).toEqual([]);
  });
});

describe('compareWithEvents', () => {
  const started: EventRow = {
    event: 'call-started',
    event_id: '1',
    agent_email: 'rep@simulated.invalid',
    occurred_at: new Date(0),
    run: 'sim',
    agent_resolved: true,
    call_active: true,
  };
  const paused: EventRow = { ...started, event: 'recording-paused', event_id: '2' };
  const rep = { userId: 'u', email: started.agent_email };

  it('accepts a state on file that equals the replayed events', () => {
    expect(compareWithEvents([rep], [state], [started, paused])).toEqual([]);
  });

  it('finds a state that differs from its replayed events', () => {
    expect(compareWithEvents([rep], [state], [started])).toHaveLength(1);
    expect(compareWithEvents([rep], [{ ...state, on_hold: true }], [started, paused])).toHaveLength(1);
  });
});
