import { callEventNames } from '@callside/schemas';
import fc from 'fast-check';
import { eventIdOf } from './event-id.ts';

// References that look like generated ids are the most likely to collide.
const reference = fc.oneof(
  fc.string({ minLength: 1 }),
  fc
    .tuple(fc.constantFrom('a', 'a:', ':'), fc.constantFrom(...callEventNames), fc.constantFrom('', ':1', ':2'))
    .map((parts) => parts.join('')),
);
const identity = fc.tuple(reference, fc.constantFrom(...callEventNames), fc.integer({ min: 1, max: 20 }));

test('an event has one id, and no two events share one', () => {
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      expect(eventIdOf(...one) === eventIdOf(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});
