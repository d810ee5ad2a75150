import type { CallEventName } from '@callside/schemas';
import type { EventRow } from './records.ts';
import { replayEvents } from './replay.ts';

function rows(...events: CallEventName[]): EventRow[] {
  let isOnCall = false;
  return events.map((event, at) => {
    const call_active = isOnCall || event === 'call-started';
    isOnCall = call_active && event !== 'call-ended';
    const [agent_email, occurred_at] = ['rep@acme.example', new Date(at)];
    return { event, event_id: `${at}`, agent_email, occurred_at, run: 'sim', agent_resolved: true, call_active };
  });
}

describe('replayEvents', () => {
  it('counts a version for each start, end and event on a live call, and two for a start that replaces a call', () => {
    const versionOf = (...events: CallEventName[]) => replayEvents(rows(...events)).state.version;
    expect(versionOf('call-ended', 'recording-paused')).toBe(0);
    expect(versionOf('call-started', 'hold-started', 'hold-started', 'call-ended')).toBe(4);
    expect(versionOf('call-started', 'call-started')).toBe(3);
  });

  it('ends a pause at its resumption, at the end of the call and at the start of the next one', () => {
    for (const release of ['recording-resumed', 'call-ended', 'call-started'] as const) {
      const { state, pauses } = replayEvents(rows('call-started', 'recording-paused', 'recording-paused', release));
      expect(state.paused).toBe(false);
      expect(pauses).toEqual([{ pausedBy: '1', releasedBy: '3' }]);
    }
  });

  it('handles a pause that has no end, and ignores one without a call', () => {
    expect(replayEvents(rows('call-started', 'recording-paused')).pauses).toEqual([
      { pausedBy: '1', releasedBy: null },
    ]);
    expect(replayEvents(rows('recording-paused')).pauses).toEqual([]);
  });

  it('finds an event whose row contradicts the events before it about a live call', () => {
    const [start, end, late] = rows('call-started', 'call-ended', 'hold-ended');
    if (!start || !end || !late) throw new Error('three rows are expected');
    expect(replayEvents([start, end, late]).misjudged).toEqual([]);
    const wrong = { ...late, call_active: true };
    expect(replayEvents([start, end, wrong]).misjudged).toEqual([wrong]);
  });
});
