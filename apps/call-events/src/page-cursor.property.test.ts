import { ServiceError } from '@callside/service-kit';
import fc from 'fast-check';
import { decodeCursor, decodeTranscriptCursor, encodeCursor, encodeTranscriptCursor } from './page-cursor.ts';

const at = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const chatId = fc.uuid();
const rowId = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map(String);

it('a cursor decodes to the position that it was made from', () => {
  fc.assert(
    fc.property(at, chatId, rowId, (instant, chat, row) => {
      const inChats = { at: instant, id: chat };
      const inEvents = { at: instant, id: row };
      expect(decodeCursor(encodeCursor(inChats) ?? '', 'chat')).toEqual(inChats);
      expect(decodeCursor(encodeCursor(inEvents) ?? '', 'event')).toEqual(inEvents);
    }),
  );
});

it('a cursor of a transcript decodes to its position, and is refused for a list', () => {
  fc.assert(
    fc.property(chatId, fc.maxSafeNat(), (sessionId, sequence) => {
      const cursor = encodeTranscriptCursor({ sessionId, sequence }) ?? '';
      expect(decodeTranscriptCursor(cursor)).toEqual({ sessionId, sequence });
      expect(refused(cursor, 'chat')).toBe(true);
    }),
  );
  expect(decodeTranscriptCursor(undefined)).toBeNull();
  expect(() => decodeTranscriptCursor(encodeCursor({ at: new Date(5), id: '1' }) ?? '')).toThrow(ServiceError);
});

it('without a cursor the first page is read, and the last page has no cursor', () => {
  expect(decodeCursor(undefined, 'chat')).toBeNull();
  expect(encodeCursor(null)).toBeNull();
});

const refused = (cursor: string, list: 'chat' | 'event') => {
  try {
    decodeCursor(cursor, list);
  } catch (error) {
    return error instanceof ServiceError && error.status === 422 && error.issues[0]?.loc.join('.') === 'query.cursor';
  }
  return false;
};

it('any other text is refused and the field is named', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ minLength: 1 }), fc.base64String({ minLength: 4 })), (text) => {
      expect(refused(text, 'chat')).toBe(true);
      expect(refused(text, 'event')).toBe(true);
    }),
  );
});

it('the cursor of another list is refused', () => {
  fc.assert(
    fc.property(at, chatId, rowId, (instant, chat, row) => {
      expect(refused(encodeCursor({ at: instant, id: chat }) ?? '', 'event')).toBe(true);
      expect(refused(encodeCursor({ at: instant, id: row }) ?? '', 'chat')).toBe(true);
    }),
  );
});

it.each(['999999999999999 1', '-62135596800001 1', '5 9223372036854775808', '5 0', '5 -1', '5  1', ' 1', '5'])(
  'an instant or an id out of bounds is refused: %j',
  (text) => expect(refused(Buffer.from(text).toString('base64url'), 'event')).toBe(true),
);
