import type { z } from 'zod';
import { sessionOpenSchema, sessionReferenceSchema, transcriptChunkSchema } from './transcription-session.ts';

const id = '2f1f8e3e-9f3a-4f0e-8a3c-0123456789ab';
const chunk = {
  session_id: id,
  sequence: 0,
  speaker: 'rep',
  text: '',
  started_at: '2026-03-01T12:00:00+14:00',
  ended_at: '2026-03-01T12:00:00.123456Z',
};

function messages(schema: z.ZodType, payload: unknown): string[] {
  const { error } = schema.safeParse(payload);
  return error?.issues.map(({ message }) => message) ?? [];
}

test.each([undefined, null, {}, { call_reference: undefined }, { call_reference: null }, { other: 1 }])(
  'session.open with %j names no call',
  (payload) => {
    expect(sessionOpenSchema.parse(payload)).toEqual({ call_reference: null });
  },
);

test('ids are compared in lower case', () => {
  expect(sessionOpenSchema.parse({ call_reference: id.toUpperCase() })).toEqual({ call_reference: id });
  expect(sessionReferenceSchema.parse({ session_id: id.toUpperCase() })).toEqual({ session_id: id });
});

test('a chunk is accepted unchanged, except for characters that cannot be stored', () => {
  expect(transcriptChunkSchema.parse(chunk)).toEqual(chunk);
  const odd = { ...chunk, text: 'a\0b\uD800', speaker: '\uDC00' };
  expect(transcriptChunkSchema.parse(odd)).toEqual({ ...chunk, text: 'a\uFFFDb\uFFFD', speaker: '\uFFFD' });
});

test.each<[z.ZodType, unknown, string]>([
  [sessionOpenSchema, { call_reference: 'a call' }, 'call_reference must be a UUID'],
  [sessionOpenSchema, { call_reference: 1 }, 'call_reference must be a UUID'],
  [sessionOpenSchema, 'a call', 'the payload must be an object'],
  [sessionReferenceSchema, undefined, 'the payload must be an object'],
  [sessionReferenceSchema, {}, 'session_id is required'],
  [sessionReferenceSchema, { session_id: 'x' }, 'session_id must be a UUID'],
  [transcriptChunkSchema, { ...chunk, sequence: undefined }, 'sequence is required'],
  [transcriptChunkSchema, { ...chunk, sequence: 1.5 }, 'sequence must be an integer that a double holds exactly'],
  [transcriptChunkSchema, { ...chunk, sequence: 2 ** 60 }, 'sequence must be an integer that a double holds exactly'],
  [transcriptChunkSchema, { ...chunk, sequence: '1' }, 'sequence must be an integer that a double holds exactly'],
  [transcriptChunkSchema, { ...chunk, sequence: -1 }, 'sequence must not be negative'],
  [transcriptChunkSchema, { ...chunk, speaker: 1 }, 'speaker must be a string'],
  [transcriptChunkSchema, { ...chunk, text: undefined }, 'text is required'],
  [transcriptChunkSchema, { ...chunk, text: 'x'.repeat(16_385) }, 'text must not be longer than 16384 bytes of UTF-8'],
  [transcriptChunkSchema, { ...chunk, text: 'é'.repeat(8_193) }, 'text must not be longer than 16384 bytes of UTF-8'],
  [
    transcriptChunkSchema,
    { ...chunk, ended_at: `2026-02-03T12:00:00.${'1'.repeat(64)}Z` },
    'ended_at must not be longer than 64 characters',
  ],
  [
    transcriptChunkSchema,
    { ...chunk, started_at: '2026-02-30T12:00:00Z' },
    'started_at must be an ISO 8601 instant with a UTC offset',
  ],
  [
    transcriptChunkSchema,
    { ...chunk, ended_at: '2026-02-03T12:00:00' },
    'ended_at must be an ISO 8601 instant with a UTC offset',
  ],
  [transcriptChunkSchema, { ...chunk, ended_at: 0 }, 'ended_at must be an ISO 8601 instant with a UTC offset'],
  [transcriptChunkSchema, { ...chunk, ended_at: '0000-02-03T12:00:00Z' }, 'ended_at must be in the years 1 to 9999'],
])('%# the message names what is wrong', (schema, payload, message) => {
  expect(messages(schema, payload)).toEqual([message]);
});
