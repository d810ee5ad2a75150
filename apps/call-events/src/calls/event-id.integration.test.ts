import { answer } from '../../test/support/dialler.ts';
import { eventsOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let scene: Scene;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  scene = await newRep(service);
});
afterAll(() => service.close());

/** Posts an event with this JSON text as its event_id; returns whether it was a duplicate. */
async function isDuplicate(eventId: string): Promise<unknown> {
  const body = `{"agent_email":"${scene.rep.email}","event_id":${eventId}}`;
  const { status, json, text } = await scene.dialler.post('hold-started', body);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return Object(json).duplicate;
}

async function storedIds(): Promise<(string | null)[]> {
  return (await eventsOf(service, scene.rep)).map(({ event_id }) => event_id);
}

describe('a text', () => {
  test.each([
    ['one character', 'a'],
    ['a space', ' '],
    ['quotes and backslashes', '"\\\'`'],
    ['a SQL array', '{"a",NULL}'],
    ['NULL', 'NULL'],
    ['control characters', '\t\n\r\u0001\u007f'],
    ['emoji', '👩‍👩‍👧'],
    ['2,704 characters', 'x'.repeat(2704)],
    ['5,000 characters', 'é'.repeat(5000)],
    ['500,000 characters', 'x'.repeat(500_000)],
  ])('a text of %s is recognised again and stored completely', async (_title, eventId) => {
    expect(await isDuplicate(JSON.stringify(eventId))).toBe(false);
    expect(await isDuplicate(JSON.stringify(eventId))).toBe(true);
    expect(await storedIds()).toEqual([eventId]);
  });

  test.each([
    ['in their last of 500,000 characters', `${'x'.repeat(499_999)}a`, `${'x'.repeat(499_999)}b`],
    ['in case', 'Event', 'event'],
    ['in white space around them', 'event', 'event '],
    ['in Unicode form only', '\u00e9', 'e\u0301'],
    ['in NUL and the replacement character', 'a\u0000b', 'a\ufffdb'],
    ['in NUL and nothing', 'a\u0000', 'a'],
    ['in their lone surrogates', 'a\ud800', 'a\ud801'],
    ['in a lone surrogate and the replacement character', 'a\ud800', 'a\ufffd'],
  ])('a text that differs from another %s is a different id', async (_title, one, other) => {
    expect(await isDuplicate(JSON.stringify(one))).toBe(false);
    expect(await isDuplicate(JSON.stringify(other))).toBe(false);
    expect(await isDuplicate(JSON.stringify(one))).toBe(true);
    expect(await isDuplicate(JSON.stringify(other))).toBe(true);
  });

  test('is the same id with and without escapes', async () => {
    expect(await isDuplicate('"event-é"')).toBe(false);
    expect(await isDuplicate('"\\u0065vent\\u002d\\u00e9"')).toBe(true);
  });
});

describe('a number', () => {
  test.each([
    ['5', '5'],
    ['0', '0'],
    ['-17', '-17'],
    ['12345678901234567890', '12345678901234567890'],
    ['1.5', '1.5'],
  ])('%s is compared as its decimal text', async (number, text) => {
    expect(await isDuplicate(number)).toBe(false);
    expect(await isDuplicate(JSON.stringify(text))).toBe(true);
    expect(await storedIds()).toEqual([text]);
  });

  test.each([
    ['12345678901234567890', '12345678901234567891'],
    ['9007199254740993', '9007199254740992'],
    ['0.1000000000000000055', '0.1'],
    ['1e400', '1e401'],
    ['12345678901234567890e1', '12345678901234567891e1'],
    ['1e-400', '1e-401'],
    ['-1e400', '1e400'],
  ])('%s differs from %s, although they are equal as doubles', async (one, other) => {
    expect(await isDuplicate(one)).toBe(false);
    expect(await isDuplicate(other)).toBe(false);
    expect(await isDuplicate(one)).toBe(true);
    expect(await isDuplicate(other)).toBe(true);
  });

  test('a number too large for a double differs from the text Infinity', async () => {
    expect(await isDuplicate('1e400')).toBe(false);
    expect(await isDuplicate('"Infinity"')).toBe(false);
  });

  test('a number of 100,000 digits is recognised again', async () => {
    expect(await isDuplicate('7'.repeat(100_000))).toBe(false);
    expect(await isDuplicate('7'.repeat(100_000))).toBe(true);
  });
});

test.each(['true', 'false', 'null', '{}', '{"id":1}', '[]', '[1]', '["a"]', '""'])(
  '%s counts as missing',
  async (eventId) => {
    expect(await isDuplicate(eventId)).toBe(false);
    expect(await isDuplicate(eventId)).toBe(false);
    expect(await storedIds()).toEqual([null, null]);
  },
);

test('events without an event_id are never duplicates of each other', async () => {
  for (let time = 0; time < 3; time++)
    expect((await scene.send('hold-started')).json).toEqual(answer({ active: false }));
  expect(await storedIds()).toEqual([null, null, null]);
});
