import { anEvent } from '../../../test/support/event-arbitraries.ts';
import type { IdentifiedEvent, NewCallEvent } from './call-event.ts';
import { type Difference, differenceOf } from './reused-event-id.ts';

const at = new Date('2026-01-01T10:00:00Z');
const later = new Date('2026-01-01T10:00:07Z');

/** On file: a pause of Ann, with its time. */
const first: IdentifiedEvent = {
  id: '1',
  event: 'recording-paused',
  eventId: 'call-17:recording-paused:1',
  userId: 'ann',
  agentEmail: 'ann@reps.example',
  metadata: '{}',
  occurredAt: at,
  occurredAtSent: true,
  receivedAt: at,
  agentResolved: true,
  callActive: true,
  position: 1,
};
const fromPlatform = {
  platformCall: 'a:1',
  callIdLasts: true,
  endIsFinal: false,
  isOffHold: false,
  order: null,
  isStale: false,
};
const unresolved: IdentifiedEvent = { ...first, userId: null, agentResolved: false };

type Later = Partial<Pick<NewCallEvent, 'agentEmail' | 'occurredAt' | 'fromPlatform'>>;

function difference(onFile: IdentifiedEvent, event: NewCallEvent['event'], sent: Later, userId: string | null) {
  return differenceOf(onFile, anEvent({ event, occurredAt: at, ...sent }), userId);
}

it.each<[string, IdentifiedEvent, NewCallEvent['event'], Later, string | null]>([
  ['the same event again', first, 'recording-paused', {}, 'ann'],
  ['with another name of the same user', first, 'recording-paused', { agentEmail: 'ext-101' }, 'ann'],
  ['when the first had no time', { ...first, occurredAtSent: false }, 'recording-paused', { occurredAt: later }, 'ann'],
  ['without its time', first, 'recording-paused', { occurredAt: null }, 'ann'],
  ['of a user who was not active then', unresolved, 'recording-paused', {}, 'ann'],
  ['of a user who is not active any more', first, 'recording-paused', {}, null],
  ['of the same unknown agent', unresolved, 'recording-paused', {}, null],
  ['of a platform, with another time', first, 'recording-paused', { occurredAt: later, fromPlatform }, 'ann'],
])('a retry is no reuse of its id: %s', (_title, onFile, event, sent, userId) => {
  expect(difference(onFile, event, sent, userId)).toBeNull();
});

it.each<[string, Difference, IdentifiedEvent, NewCallEvent['event'], Later, string | null]>([
  ['another event', 'event', first, 'recording-resumed', {}, 'ann'],
  ['another event of another user', 'event', first, 'recording-resumed', {}, 'bob'],
  ['another event of a platform', 'event', first, 'recording-resumed', { fromPlatform }, 'ann'],
  ['another user', 'agent', first, 'recording-paused', { occurredAt: later }, 'bob'],
  [
    'an unknown agent with another name',
    'agent',
    first,
    'recording-paused',
    { agentEmail: 'nobody@reps.example' },
    null,
  ],
  ['another unknown agent', 'agent', unresolved, 'recording-paused', { agentEmail: 'nobody@reps.example' }, null],
  ['another time', 'time', first, 'recording-paused', { occurredAt: later }, 'ann'],
  ['an earlier time', 'time', { ...first, occurredAt: later }, 'recording-paused', {}, 'ann'],
])('an id is reused by %s', (_title, differs, onFile, event, sent, userId) => {
  expect(difference(onFile, event, sent, userId)).toBe(differs);
});
