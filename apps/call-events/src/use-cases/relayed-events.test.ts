import type { LoggedEvent } from '../domain/call-event.ts';
import { initialRepState } from '../domain/call-state.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { announceAgain } from '../views/announcements.ts';
import { RelayedEvents } from './relayed-events.ts';

const rep = { userId: 'rep', state: initialRepState, companions: { count: 0, since: null } } as unknown as RepSnapshot;
const receivedAt = new Date('2026-11-27T10:00:00Z');

function announcementOf(id: string, at = receivedAt) {
  const event = { id, event: 'hold-started', metadata: '{}', occurredAt: at, receivedAt: at } as LoggedEvent;
  return announceAgain(event, rep);
}

test('tabs get an event once, whatever announces it first, and companions get each announcement', () => {
  const relayed = new RelayedEvents();
  expect(relayed.take(announcementOf('7'))).toEqual(announcementOf('7'));
  expect(relayed.take(announcementOf('7'))).toEqual({ ...announcementOf('7'), tabs: [] });
  expect(relayed.take(announcementOf('8'))).toEqual(announcementOf('8'));
});

test('tabs get a repeated event again', () => {
  const relayed = new RelayedEvents();
  relayed.take(announcementOf('7'));
  const repeated = { ...announcementOf('7'), once: false };
  expect(relayed.take(repeated)).toEqual(repeated);
});

test('another event with the id of a lost one is not the same', () => {
  const relayed = new RelayedEvents();
  relayed.take(announcementOf('7'));
  const another = announcementOf('7', new Date('2026-11-27T10:00:01Z'));
  expect(relayed.take(another)).toEqual(another);
});

test('an event is remembered for a minute, and forgotten after two', () => {
  const clock = { ms: 0 };
  const relayed = new RelayedEvents({ now: () => clock.ms });
  const addAt = (ms: number, id: number) => {
    clock.ms = ms;
    relayed.add({ id, receivedAt: 0 });
  };
  addAt(59_000, 1);
  addAt(61_000, 2);
  addAt(120_000, 3);
  expect([1, 2, 3].map((id) => relayed.has(id))).toEqual([true, true, true]);
  addAt(121_000, 4);
  expect([1, 2, 3, 4].map((id) => relayed.has(id))).toEqual([false, true, true, true]);
});
