import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { findJsonError } from './json-text.ts';
import { sliceMember } from './read-json.ts';

const piece = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '1', '-', '0', '.', 'e', '+', 'true', 'null', 'fals', ' ', '\n'],
  ...['\\u', '00', '\t', '\u0001', '\ufeff', '\ud800', 'é', '\u2028', '/', "'", '1e5', '{}', '[]'],
);
const almostJson = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const brokenJson = fc
  .tuple(fc.json(), fc.nat(), fc.nat(3), piece)
  .map(
    ([text, at, removed, added]) =>
      text.slice(0, at % (text.length + 1)) + added + text.slice((at % (text.length + 1)) + removed),
  );
const texts = fc.oneof(fc.json(), almostJson, brokenJson, anyText());

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('findJsonError', () => {
  it('finds an error exactly when JSON.parse throws', () => {
    fc.assert(
      fc.property(texts, (text) => expect(findJsonError(text) === undefined).toBe(isJson(text))),
      { numRuns: 750 },
    );
  });

  it('returns the offset of the first character that no valid text could have there', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const fault = findJsonError(text);
        if (fault === undefined) return;
        const before = findJsonError(text.slice(0, fault.offset));
        expect([undefined, 'unexpected end of text']).toContain(before?.reason);
        if (fault.offset < text.length) {
          expect(findJsonError(text.slice(0, fault.offset + 1))?.offset).toBe(fault.offset);
        } else {
          expect(fault.reason).toBe('unexpected end of text');
        }
      }),
      { numRuns: 750 },
    );
  });

  it('returns a line and a column that match the offset', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const fault = findJsonError(text);
        if (fault === undefined) return;
        const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
        const before = lines.slice(0, fault.line - 1).join('').length;
        expect(before + fault.column - 1).toBe(fault.offset);
      }),
    );
  });
});

const space = fc.constantFrom('', ' ', '\n\t', '\r\n ');
const nameText = fc.tuple(fc.constantFrom('a', 'b', 'metadata', '', '__proto__', '"', 'é'), fc.boolean());
const member = fc.tuple(nameText, fc.json(), space, space);

function escapeAll(name: string): string {
  return `"${[...name].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
}

function toObjectText(members: [[string, boolean], string, string, string][]): string {
  const parts = members.map(
    ([[name, isEscaped], value, one, two]) =>
      `${one}${isEscaped ? escapeAll(name) : JSON.stringify(name)}${two}:${one}${value}${two}`,
  );
  return `{${parts.join(',')}}`;
}

describe('sliceMember', () => {
  it('returns a text that parses to the value of JSON.parse under that name', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 8 }), nameText, space, (members, [name], around) => {
        const text = around + toObjectText(members) + around;
        const parsed: object = JSON.parse(text);
        const slice = sliceMember(text, name);
        if (!Object.hasOwn(parsed, name)) expect(slice).toBeUndefined();
        else expect(JSON.parse(slice ?? '')).toEqual(Object.getOwnPropertyDescriptor(parsed, name)?.value);
      }),
      { numRuns: 500 },
    );
  });

  it('returns the text exactly as it was sent', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (value, other) => {
        expect(sliceMember(`{"x":${other},"m":${value}}`, 'm')).toBe(value);
      }),
    );
  });
});
