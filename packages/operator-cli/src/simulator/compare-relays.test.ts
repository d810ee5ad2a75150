import { compareRelays } from './compare-relays.ts';
import type { SentEvent } from './simulated-dialler.ts';
import type { Listening } from './simulated-tab.ts';

const event: SentEvent = {
  rep: 1,
  event: 'hold-started',
  eventId: 'e',
  occurredAt: new Date(0),
  firstSentAt: 1000,
  committedBy: 1050,
  answers: [],
  failures: [],
};

function unheard(listening: Listening[], heard: string[] = [], sent = event): number {
  const tab = { listening, heard: new Map(heard.map((id) => [id, { at: 0, sequence: 1 }])) };
  return compareRelays({ rep: 'r', tabs: [tab] }, [sent], { at: 60_000 }).length;
}

describe('compareRelays', () => {
  it('requires that a tab with an unbroken connection received the event', () => {
    const always = [{ from: 0, to: Number.POSITIVE_INFINITY }];
    expect(unheard(always)).toBe(1);
    expect(unheard(always, ['e'])).toBe(0);
  });

  it('does not check a tab that connected or disconnected meanwhile', () => {
    expect(unheard([{ from: 1001, to: Number.POSITIVE_INFINITY }])).toBe(0);
    expect(unheard([{ from: 0, to: 1060 }])).toBe(0);
    expect(
      unheard([
        { from: 0, to: 900 },
        { from: 2000, to: 60_000 },
      ]),
    ).toBe(0);
  });

  it('does not check an event that was not accepted', () => {
    expect(unheard([{ from: 0, to: Number.POSITIVE_INFINITY }], [], { ...event, committedBy: null })).toBe(0);
  });
});
