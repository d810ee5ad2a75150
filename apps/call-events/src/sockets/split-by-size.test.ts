import fc from 'fast-check';
import type { Announcement } from '../views/messages.ts';
import { mostCharacters, splitBySize } from './split-by-size.ts';

const announcementOf = (metadata: string): Announcement =>
  ({ userId: 'ada', version: 1, tabs: [{ name: 'call.event', payload: { metadata } }], companion: [] }) as never;
const sizeOf = (value: unknown) => JSON.stringify(value).length;

test('the estimate of a size is never too low', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => mostCharacters(value) >= sizeOf(value)));
});

test('each announcement is in one message, in order, or too large', () => {
  const length = fc.oneof(fc.nat(5_000), fc.integer({ min: 5_000, max: 300_000 }));
  const character = fc.constantFrom('a', '"', '\u0000');
  const announcement = fc.tuple(length, character).map(([count, text]) => announcementOf(text.repeat(count)));
  fc.assert(
    fc.property(fc.array(announcement, { maxLength: 12 }), (announcements) => {
      const { messages, tooLarge } = splitBySize(announcements);
      expect(messages.flat()).toEqual(announcements.filter((one) => sizeOf(one) <= 256 * 1024));
      expect(tooLarge).toEqual(announcements.filter((one) => sizeOf(one) > 256 * 1024));
      for (const message of messages) expect(sizeOf(message)).toBeLessThan(1.1 * 1024 * 1024);
    }),
    { numRuns: 30 },
  );
});

test('the small announcements of a batch are one message', () => {
  expect(splitBySize(Array.from({ length: 50 }, () => announcementOf('a')))).toMatchObject({
    messages: [{ length: 50 }],
    tooLarge: [],
  });
});
