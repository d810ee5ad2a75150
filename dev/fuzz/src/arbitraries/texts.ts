import { Buffer } from 'node:buffer';
import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';

const times = (text: string, longest: number) =>
  fc.integer({ min: 1, max: longest }).map((count) => text.repeat(count));

/** Texts that often break services: NUL, lone surrogates, combining marks, very long, other scripts, look-alike numbers. */
export const oddText = fc.oneof(
  { weight: 4, arbitrary: anyText() },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      '\ud800',
      '\udc00\ud800',
      '\ufeff',
      '\u202e',
      '\u2028',
      '__proto__',
      'constructor',
      '0',
      '-0',
      '1e400',
      '12345678901234567890',
      'null',
      "';--",
      '%00',
      'ﷺ',
      'İ',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('\u0301', '\u1100', '7', 'a', '(', ' ', '+', '🙂', '\\', '"', '\u0344')
      .chain((unit) => times(unit, 20_000)),
  },
);

/** Any JSON value, including extreme numbers and names that every object has. */
export const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(null, true, 0, -0, 1e300, 5e-324, 2 ** 53, [], {}, [[]], { toString: 1 }),
);

/** Mostly a valid value. */
export function mostly<Value>(good: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: oddValue });
}

export const jsonBytes = (value: fc.Arbitrary<unknown>) =>
  value.map((sent) => Buffer.from(JSON.stringify(sent) ?? 'null'));

/** Bytes of which some are replaced. */
export function damaged(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const blows = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 });
  return fc.tuple(bytes, blows).map(([whole, places]) => {
    const copy = Buffer.from(whole);
    for (const [at, byte] of places) if (copy.length > 0) copy[at % copy.length] = byte;
    return copy;
  });
}

/** An object with these members, one of which is nested far deeper than in real data. */
export function deeplyNested(members: string, names: readonly string[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom(...names), fc.constantFrom('[', '{"a":'))
    .map(([levels, name, open]) => {
      const close = open === '[' ? ']' : '}';
      return Buffer.from(`{${members},"${name}":${open.repeat(levels)}1${close.repeat(levels)}}`);
    });
}

/** Bytes that must not crash a JSON parser. */
const wildBytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('', ' ', '\ufeff', '\ufeff{}', '{', '[', '"', '0', '{}{}', '{"a":1,"a":2}')
    .map((text) => Buffer.from(text)),
  fc
    .constantFrom('[', '{"a":', '"\\u')
    .chain((unit) => times(unit, 100_000))
    .map((text) => Buffer.from(text)),
);

/** Bodies made of valid ones: unchanged, damaged or nested. Also arbitrary and empty bodies. */
export function bodiesOf(good: fc.Arbitrary<unknown>, nested: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 8, arbitrary: jsonBytes(good) },
    { weight: 3, arbitrary: damaged(jsonBytes(good)) },
    { weight: 1, arbitrary: jsonBytes(fc.jsonValue()) },
    { weight: 1, arbitrary: nested },
    { weight: 2, arbitrary: wildBytes },
  );
}
