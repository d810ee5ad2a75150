import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** Any character of Unicode. The second function is the inverse, by which fast-check adds texts such as `__proto__`. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((number) => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates), numberOf);

function numberOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not one character');
  if (point < firstSurrogate) return point;
  if (point < firstSurrogate + surrogates) throw new Error('half a character');
  return point - surrogates;
}

/**
 * Texts of any characters. The same as `unit: 'binary'` of fast-check, which first builds a table of a million characters: half a second
 * in each test file.
 */
export function anyText(constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
