import { anEvent, everyRep, now } from '../../../test/support/event-arbitraries.ts';
import { MemoryStore } from '../../../test/support/memory-store.ts';
import type { NewCallEvent } from './call-event.ts';

const aTest = { isTest: true, allowedChange: { only: 'test calls' } } as const;
const confirmed = (reference: string | null) => ({ allowedChange: { only: 'confirmed', reference } }) as const;

/** The outcomes of events of one rep in one batch. */
function outcomesOf(...events: NewCallEvent[]) {
  const { outcomes } = new MemoryStore(everyRep).record(events, now);
  return outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.refusal : outcome.kind));
}

test('a test event changes the call of a test in the same batch', () => {
  expect(outcomesOf(anEvent(aTest), anEvent({ event: 'call-ended', ...aTest }))).toEqual(['recorded', 'recorded']);
});

test('a test event is refused after a real start in the same batch, also when it would change nothing', () => {
  expect(outcomesOf(anEvent(), anEvent({ event: 'call-ended', ...aTest }))).toEqual(['recorded', 'real call']);
  expect(outcomesOf(anEvent(aTest), anEvent({ phoneNumber: '+14155550199' }), anEvent(aTest))).toEqual([
    'recorded',
    'recorded',
    'real call',
  ]);
  expect(outcomesOf(anEvent(), anEvent(aTest))).toEqual(['recorded', 'real call']);
});

test.each([
  ['call-started', 'superseded'],
  ['call-ended', 'ended'],
  ['hold-started', 'hold'],
  ['hold-ended', 'hold'],
  ['recording-paused', 'recording'],
  ['recording-resumed', 'recording'],
] as const)('%s needs the reference of the call that it changes', (event, effect) => {
  const start = anEvent();
  const later = (reference: string | null) => anEvent({ event, phoneNumber: '+14155550199', ...confirmed(reference) });
  expect(outcomesOf(start, later(null))).toEqual(['recorded', effect]);
  expect(outcomesOf(start, later('reference-of-another'))).toEqual(['recorded', effect]);
  expect(outcomesOf(start, later(start.newCall.reference))).toEqual(['recorded', 'recorded']);
  expect(outcomesOf(later(null))).toEqual(['recorded']);
});

test('the start of the live call needs no confirmation: it changes nothing', () => {
  expect(outcomesOf(anEvent(), anEvent(confirmed(null)))).toEqual(['recorded', 'resent']);
});

test('a refused event does not change the state or the log', () => {
  const store = new MemoryStore(everyRep);
  store.record([anEvent()], now);
  const before = structuredClone(store.stateOf('brand-1', 'ann@reps.example'));
  store.record([anEvent({ event: 'call-ended', ...aTest })], now);
  expect(store.stateOf('brand-1', 'ann@reps.example')).toEqual(before);
  expect(store.log).toHaveLength(1);
});
