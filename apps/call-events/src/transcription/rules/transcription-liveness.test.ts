import { type LeasePresence, type Liveness, livenessOf } from './transcription-liveness.ts';

const finalizedAt = new Date('2026-03-01T12:00:00Z');

test.each<[LeasePresence, Liveness]>([
  ['present', 'live'],
  ['absent', 'not live'],
  ['unknown', 'unknown'],
])('a session that is not finalized and whose lease is %s is %s', (presence, liveness) => {
  expect(livenessOf({ finalizedAt: null }, presence)).toBe(liveness);
});

test.each<LeasePresence>(['present', 'absent', 'unknown'])(
  'a finalized session is not live, also when its lease is %s',
  (presence) => {
    expect(livenessOf({ finalizedAt }, presence)).toBe('not live');
  },
);
