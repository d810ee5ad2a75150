import fc from 'fast-check';
import { messagesOf } from './publication.ts';

const kib = 1024;

test('each part is in one message, in order, or too large', () => {
  const part = fc
    .oneof(fc.nat(5 * kib), fc.integer({ min: 5 * kib, max: 300 * kib }))
    .map((length) => 'a'.repeat(length));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (texts) => {
      const parts = texts.map((text) => JSON.stringify(text));
      const messages = messagesOf(parts);
      expect(messages.flatMap((message) => JSON.parse(message))).toEqual(
        texts.filter((_, index) => (parts[index]?.length ?? 0) <= 256 * kib),
      );
      for (const message of messages) expect(message.length).toBeLessThan(1.1 * kib * kib);
    }),
    { numRuns: 30 },
  );
});

test('the small parts of a batch are one message', () => {
  expect(messagesOf(Array.from({ length: 50 }, () => '{}'))).toHaveLength(1);
});
