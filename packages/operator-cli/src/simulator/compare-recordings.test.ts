import type { CallEventName } from '@callside/schemas';
import { compareRecordings, type Span } from './compare-recordings.ts';
import type { EventRow } from './records.ts';
import type { SentEvent } from './simulated-dialler.ts';

const email = 'rep@simulated.invalid';

function row(event: CallEventName, event_id: string): EventRow {
  return {
    event,
    event_id,
    agent_email: email,
    occurred_at: new Date(0),
    run: 'sim',
    agent_resolved: true,
    call_active: true,
  };
}

function sent(eventId: string, firstSentAt: number, committedBy: number | null): SentEvent {
  const event = 'recording-paused';
  return { rep: 1, event, eventId, occurredAt: new Date(0), firstSentAt, committedBy, answers: [], failures: [] };
}

/** Certainly paused from 1,100 to 6,000. */
const rows = [row('call-started', 'start'), row('recording-paused', 'pause'), row('recording-resumed', 'resume')];
const events = [sent('start', 0, 50), sent('pause', 1000, 1100), sent('resume', 6000, 6100)];

function compare(recorded: Span[], onFile = rows) {
  const { pauses, longestAfterPauseMs, disagreements } = compareRecordings(
    [{ rep: 'r', email, recorded }],
    onFile,
    events,
  );
  return { pauses, longestAfterPauseMs, faults: disagreements.length };
}

describe('compareRecordings', () => {
  it('accepts sound from before a pause and from after it', () => {
    expect(
      compare([
        { from: 100, to: 1050 },
        { from: 6000, to: 9000 },
      ]),
    ).toEqual({ pauses: 1, longestAfterPauseMs: 0, faults: 0 });
  });

  it('reports how long recording continued, within the delivery time of the pause', () => {
    expect(compare([{ from: 100, to: 1300 }])).toEqual({ pauses: 1, longestAfterPauseMs: 200, faults: 0 });
  });

  it('finds a companion that continues or starts again during the pause', () => {
    expect(compare([{ from: 100, to: 9000 }])).toEqual({ pauses: 1, longestAfterPauseMs: 4900, faults: 1 });
    expect(compare([{ from: 4000, to: 4100 }])).toMatchObject({ faults: 1 });
  });

  it('treats a pause without an end as lasting', () => {
    expect(compare([{ from: 8000, to: 8100 }], rows.slice(0, 2))).toMatchObject({ faults: 1 });
  });
});
