import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { hasOffset, parseInstant } from './parse-instant.ts';

test.each([
  ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29t10:00:00z', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29T10:00:00+00:00', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29T10:00:00-00:00', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29T10:00:00.5+05:30', '2024-02-29T04:30:00.500Z'],
  ['2024-02-29T10:00:00,5Z', '2024-02-29T10:00:00.500Z'],
  ['2024-02-29T10:00:00.123456789Z', '2024-02-29T10:00:00.123Z'],
  ['2024-02-29T10:00:00-0800', '2024-02-29T18:00:00.000Z'],
  ['2024-02-29T10:00:00\u221208:00', '2024-02-29T18:00:00.000Z'],
  ['20240229T100000\u22120800', '2024-02-29T18:00:00.000Z'],
  ['2024-02-29T10:00:00.5\u201308:00', '2024-02-29T18:00:00.500Z'],
  ['2024-02-29T10:00:00\u201108', '2024-02-29T18:00:00.000Z'],
  ['2024-02-29T10:00+23:59', '2024-02-28T10:01:00.000Z'],
  ['2024-02-29T10Z', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29T24:00:00Z', '2024-03-01T00:00:00.000Z'],
  ['2024-060T24:00:00Z', '2024-03-01T00:00:00.000Z'],
  ['0099-12-31T24:00:00Z', '0100-01-01T00:00:00.000Z'],
  ['20240229T100000Z', '2024-02-29T10:00:00.000Z'],
  ['2024-W09-4T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ['2024-060T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ['2024-366T10:00:00Z', '2024-12-31T10:00:00.000Z'],
  ['2020-W53-7T10:00:00Z', '2021-01-03T10:00:00.000Z'],
  ['2026-W01-1T10:00:00Z', '2025-12-29T10:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s', (sent, instant) => {
  expect(parseInstant(sent)?.toISOString()).toBe(instant);
});

test.each(['2024-02-29T10:00:00', '2024-02-29T10:00:00.000', '2024-02-29T10:00'])(
  '%s, without an offset, is UTC',
  (sent) => {
    expect(parseInstant(sent)?.toISOString()).toBe('2024-02-29T10:00:00.000Z');
  },
);

test.each([
  undefined,
  null,
  '',
  ' ',
  1,
  1_700_000_000_000,
  true,
  {},
  [],
  ['2024-02-29T10:00:00Z'],
  '1',
  '2024',
  '2024-02',
  '2024-02-29',
  '1700000000',
  'now',
  'Thu, 29 Feb 2024 10:00:00 GMT',
  '29/02/2024 10:00',
  '2024-02-29 10:00:00Z',
  ' 2024-02-29T10:00:00Z',
  '2024-02-29T10:00:00Z ',
  '2024-02-29T10:00:00 Z',
  '2024-02-31T10:00:00Z',
  '2023-02-29T10:00:00Z',
  '2024-00-10T10:00:00Z',
  '2024-13-10T10:00:00Z',
  '2024-02-00T10:00:00Z',
  '2024-367T10:00:00Z',
  '2023-366T10:00:00Z',
  '2024-000T10:00:00Z',
  '2024-W54-1T10:00:00Z',
  '2024-W53-1T10:00:00Z',
  '2024-W00-1T10:00:00Z',
  '2024-W09-0T10:00:00Z',
  '2024-W09-8T10:00:00Z',
  '2024-02-29T25:00:00Z',
  '2024-02-29T24:01:00Z',
  '2024-02-29T10:60:00Z',
  '2024-02-29T10:00:61Z',
  '2024-02-29T10:00:00+24:00',
  '2024-02-29T10:00:00+99:99',
  '2024-02-29T10:00:00+01:60',
  '2024-02-29T10:00:00+1',
  '2024-02-29T10:00:00PST',
  '2024-02-29T',
  '2024T10:00',
  '2024-02T10:00',
  'T10:00:00Z',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '２０２４-02-29T10:00:00Z',
])('%j is not an instant', (sent) => {
  expect(parseInstant(sent)).toBeNull();
});

test('every instant of the years 1 to 9999 is read back from its ISO form, with any offset', () => {
  const instants = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, fc.integer({ min: -14 * 60, max: 14 * 60 }), (instant, offsetMinutes) => {
      expect(parseInstant(instant.toISOString())).toEqual(instant);
      const local = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
      const minutes = Math.abs(offsetMinutes);
      const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
      const whole = `${local}${offsetMinutes < 0 ? '-' : '+'}${offset}`;
      expect(parseInstant(whole)).toEqual(instant);
      expect([whole, instant.toISOString(), local].map(hasOffset)).toEqual([true, true, false]);
    }),
  );
});

test('no JSON value makes it throw', () => {
  const nearly = fc.string({ unit: fc.constantFrom(...'0123456789-+:.,TZW ') });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), nearly, anyText()), (sent) => {
      const instant = parseInstant(sent);
      expect(instant === null || Number.isFinite(instant.getTime())).toBe(true);
    }),
  );
});
