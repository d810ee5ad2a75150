import { findGaps } from './find-gaps.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 28, 12, 0, seconds));
const ofCompanions = { recordingBy: null, openedPaused: false };
const start = { position: 1, event: 'call-started', receivedAt: at(0), recordingSequence: 1, ...ofCompanions };
const pause = { position: 2, event: 'recording-paused', receivedAt: at(10), recordingSequence: 2, ...ofCompanions };
const resume = { position: 3, event: 'recording-resumed', receivedAt: at(30), recordingSequence: 3, ...ofCompanions };
const connection = { companion: 'a', sinceSequence: 0, untilSequence: null, endedAs: null, mayRecordUntil: null };
const cutOff = { ...connection, companion: 'b', untilSequence: 9, endedAs: 'cut off' as const };
const whole = {
  events: [start, pause, resume],
  endedAt: at(60),
  connections: [connection],
  acknowledgements: [{ companion: 'a', sequence: 2, at: at(11) }],
  cards: [],
  now: at(100),
};
const gapOfPause = { at: at(10).toISOString(), position: 2, sequence: 2 };

test.each([
  ['a pause that was acknowledged and resumed', {}, []],
  ['no companion', { connections: [], acknowledgements: [] }, [{ kind: 'no_companion', ...gapOfPause }]],
  ['a companion that came with the pause and acknowledged it', { connections: [] }, []],
  ['an acknowledgement, of a deleted call', { connections: null }, []],
  [
    'none, of a deleted call',
    { connections: null, acknowledgements: [] },
    [{ kind: 'not_acknowledged', ...gapOfPause }],
  ],
  [
    'a late acknowledgement',
    { acknowledgements: [{ companion: 'a', sequence: 2, at: at(16) }] },
    [{ kind: 'not_acknowledged', ...gapOfPause, companion: 'a' }],
  ],
  [
    'one of two companions',
    {
      connections: [
        connection,
        { ...connection, companion: 'b', sinceSequence: 1, untilSequence: 2, endedAs: 'lost' as const },
      ],
    },
    [{ kind: 'not_acknowledged', ...gapOfPause, companion: 'b' }],
  ],
  [
    'a companion that had left before',
    { connections: [connection, { ...connection, companion: 'b', untilSequence: 1, endedAs: 'left' as const }] },
    [],
  ],
  [
    'a companion that was cut off, and had stopped before, whenever its row was closed',
    { connections: [connection, { ...cutOff, mayRecordUntil: at(9) }, { ...cutOff, untilSequence: null }] },
    [],
  ],
  [
    'a companion that was cut off, and may have recorded',
    { connections: [connection, { ...cutOff, mayRecordUntil: at(12) }] },
    [{ kind: 'not_acknowledged', ...gapOfPause, companion: 'b' }],
  ],
  [
    'a call that came back paused, and ended so',
    { acknowledgements: [], events: [{ ...start, openedPaused: true }] },
    [
      { kind: 'not_acknowledged', at: at(0).toISOString(), position: 1, sequence: 1, companion: 'a' },
      { kind: 'resume_forgotten', at: at(60).toISOString(), position: 1, sequence: 1 },
    ],
  ],
  ['a pause that is not 5 s old', { acknowledgements: [], now: at(14), events: [start, pause], endedAt: null }, []],
  [
    'a pause that was replaced at once',
    { acknowledgements: [], events: [start, pause, { ...resume, receivedAt: at(14) }] },
    [],
  ],
  [
    'pauses that follow each other, of which none is acknowledged',
    {
      acknowledgements: [],
      events: [
        start,
        pause,
        { ...pause, position: 3, recordingSequence: 3, receivedAt: at(14) },
        { ...resume, position: 4 },
      ],
    },
    [
      { kind: 'not_acknowledged', ...gapOfPause, companion: 'a' },
      { kind: 'not_acknowledged', at: at(14).toISOString(), position: 3, sequence: 3, companion: 'a' },
    ],
  ],
  [
    'pauses that follow each other, of which the last is acknowledged',
    {
      acknowledgements: [{ companion: 'a', sequence: 3, at: at(14) }],
      events: [
        start,
        pause,
        { ...pause, position: 3, recordingSequence: 3, receivedAt: at(13) },
        { ...resume, position: 4 },
      ],
    },
    [],
  ],
  [
    'a dialler that records',
    { connections: [], acknowledgements: [], events: [start, { ...pause, recordingBy: 'dialler' }, resume] },
    [],
  ],
  [
    'a forgotten resume',
    { events: [start, pause] },
    [{ kind: 'resume_forgotten', at: at(60).toISOString(), position: 2, sequence: 2 }],
  ],
  ['a pause of a live call', { events: [start, pause], endedAt: null }, []],
  ['a card number during the pause', { cards: [{ speaker: 'customer', from: at(12), to: at(20) }] }, []],
  [
    'a card number before the pause',
    { cards: [{ speaker: 'customer', from: at(9), to: at(20) }] },
    [{ kind: 'card_number', at: at(9).toISOString(), speaker: 'customer' }],
  ],
  [
    'a card number after the pause',
    { cards: [{ speaker: 'customer', from: at(31), to: at(32) }] },
    [{ kind: 'card_number', at: at(31).toISOString(), speaker: 'customer' }],
  ],
])('%s', (_, changed, expected) => {
  expect(findGaps({ ...whole, ...changed })).toEqual(expected);
});

test('of a call with 100,000 pauses the one that was not acknowledged is a gap', () => {
  const pauses = Array.from({ length: 100_000 }, (_, index) => {
    return { ...pause, position: index + 2, recordingSequence: index + 2 };
  });
  const acknowledgements = pauses
    .slice(0, -1)
    .map(({ recordingSequence: sequence }) => ({ companion: 'a', sequence, at: at(11) }));
  const gaps = findGaps({ ...whole, events: [start, ...pauses], acknowledgements, endedAt: null });
  expect(gaps).toEqual([
    { ...gapOfPause, kind: 'not_acknowledged', position: 100_001, sequence: 100_001, companion: 'a' },
  ]);
});
