import { anEvent } from '../../../test/support/event-arbitraries.ts';
import type { IdentifiedEvent, NewCallEvent } from './call-event.ts';
import { isReusedId } from './reused-event-id.ts';

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
const fromPlatform = { platformCall: 'a:1', callIdLasts: true, endIsFinal: false, isOffHold: false };
const unresolved: IdentifiedEvent = { ...first, userId: null, agentResolved: false };

type Later = Partial<Pick<NewCallEvent, 'agentEmail' | 'occurredAt' | 'fromPlatform'>>;

function isReused(onFile: IdentifiedEvent, event: NewCallEvent['event'], sent: Later, userId: string | null): boolean {
  return isReusedId(onFile, anEvent({ event, occurredAt: at, ...sent }), userId);
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
  expect(isReused(onFile, event, sent, userId)).toBe(false);
});

it.each<[string, IdentifiedEvent, NewCallEvent['event'], Later, string | null]>([
  ['another event', first, 'recording-resumed', {}, 'ann'],
  ['another event of a platform', first, 'recording-resumed', { fromPlatform }, 'ann'],
  ['another user', first, 'recording-paused', {}, 'bob'],
  ['an unknown agent with another name', first, 'recording-paused', { agentEmail: 'nobody@reps.example' }, null],
  ['another unknown agent', unresolved, 'recording-paused', { agentEmail: 'nobody@reps.example' }, null],
  ['another time', first, 'recording-paused', { occurredAt: later }, 'ann'],
  ['an earlier time', { ...first, occurredAt: later }, 'recording-paused', {}, 'ann'],
])('an id is reused by %s', (_title, onFile, event, sent, userId) => {
  expect(isReused(onFile, event, sent, userId)).toBe(true);
});
