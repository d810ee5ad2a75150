import { findJsonError } from './json-text.ts';
import { sliceMember, sliceMembers } from './read-json.ts';

const veryDeep = 500_000;

describe('findJsonError', () => {
  it.each([
    ['', 0, 'unexpected end of text'],
    ['  ', 2, 'unexpected end of text'],
    ['{', 1, 'unexpected end of text'],
    ['{"a"', 4, 'unexpected end of text'],
    ['{"a":1', 6, 'unexpected end of text'],
    ['[1,', 3, 'unexpected end of text'],
    ['"abc', 4, 'unexpected end of text'],
    ['"\\', 2, 'unexpected end of text'],
    ['"\\u12', 5, 'unexpected end of text'],
    ['tru', 3, 'unexpected end of text'],
    ['-', 1, 'unexpected end of text'],
    ['1.', 2, 'unexpected end of text'],
    ['1e+', 3, 'unexpected end of text'],
    ['{a:1}', 1, 'unexpected character'],
    ["{'a':1}", 1, 'unexpected character'],
    ['{"a" 1}', 5, 'unexpected character'],
    ['{"a":1,}', 7, 'unexpected character'],
    ['[1,]', 3, 'unexpected character'],
    ['[1 2]', 3, 'unexpected character'],
    ['[1}', 2, 'unexpected character'],
    ['{"a":1]', 6, 'unexpected character'],
    ['01', 1, 'unexpected character'],
    ['.5', 0, 'unexpected character'],
    ['+1', 0, 'unexpected character'],
    ['1.e5', 2, 'unexpected character'],
    ['-x', 1, 'unexpected character'],
    ['nulL', 3, 'unexpected character'],
    ['NaN', 0, 'unexpected character'],
    ['1 2', 2, 'unexpected character'],
    ['{} x', 3, 'unexpected character'],
    ['\ufeff{}', 0, 'unexpected character'],
    ['\u00a01', 0, 'unexpected character'],
    ['// x\n1', 0, 'unexpected character'],
    ['"\\x41"', 2, 'invalid escape'],
    ['"\\u12g4"', 5, 'invalid escape'],
    ['"a\nb"', 2, 'control character in string'],
    ['"\u0000"', 1, 'control character in string'],
    ['{"a\t":1}', 3, 'control character in string'],
  ])('finds in %p at %i: %s', (text, offset, reason) => {
    expect(findJsonError(text)).toMatchObject({ offset, reason });
    expect(() => JSON.parse(text)).toThrow();
  });

  it.each([
    ['x', 1, 1],
    ['{\n  "a": x\n}', 2, 8],
    ['[\r\n\r\n x]', 3, 2],
    ['[\r1,\r x]', 3, 2],
    ['[1,\n', 2, 1],
  ])('counts lines and columns of %p from one', (text, line, column) => {
    expect(findJsonError(text)).toMatchObject({ line, column });
  });

  it.each(['{}', '[]', 'null', ' -0.5e+10 ', '"\\u00e9\\n\u2028"', '{"":[{},[],"x"],"a":{"b":[1]}}', '\t[1]\r\n'])(
    'finds no error in %p',
    (text) => expect(findJsonError(text)).toBeUndefined(),
  );

  it('handles half a million levels of nesting', () => {
    expect(findJsonError('['.repeat(veryDeep) + ']'.repeat(veryDeep))).toBeUndefined();
    expect(findJsonError('{"a":'.repeat(veryDeep))).toMatchObject({ offset: 5 * veryDeep });
    expect(findJsonError(`${'['.repeat(veryDeep)}}`)).toMatchObject({
      offset: veryDeep,
      reason: 'unexpected character',
    });
  });
});

test('sliceMembers returns the members that it is asked for, as sent', () => {
  const text = '{"a": 1.10, "b": {"a": 2}, "c": null, "a": 12345678901234567890}';
  expect(Object.fromEntries(sliceMembers(text, ['a', 'c', 'd']))).toEqual({ a: '12345678901234567890', c: 'null' });
  expect(sliceMembers('[1]', ['a']).size).toBe(0);
});

describe('sliceMember', () => {
  it.each([
    ['{"a":1}', 'a', '1'],
    [' { "a" : 12345678901234567890 , "b" : 1.10 } ', 'a', '12345678901234567890'],
    [' { "a" : 12345678901234567890 , "b" : 1.10 } ', 'b', '1.10'],
    ['{"m":{ "x": "}\\"{" }}', 'm', '{ "x": "}\\"{" }'],
    ['{"m":[1,{"m":2}],"n":null}', 'm', '[1,{"m":2}]'],
    ['{"a":"x\\\\","b":true}', 'b', 'true'],
    ['{"\\u0061":1}', 'a', '1'],
    ['{"":0}', '', '0'],
    ['{"__proto__":{"x":1}}', '__proto__', '{"x":1}'],
  ])('returns for %s the member %p as %s', (text, name, raw) => expect(sliceMember(text, name)).toBe(raw));

  it('returns the last of several members of the same name, as JSON.parse does', () => {
    expect(sliceMember('{"a":1,"\\u0061":2,"b":3}', 'a')).toBe('2');
  });

  it.each(['{}', '{"b":{"a":1}}', '[{"a":1}]', '"a"', 'null', '{"b":"\\"a\\":1"}'])('finds no member in %s', (text) =>
    expect(sliceMember(text, 'a')).toBeUndefined(),
  );

  it('handles half a million levels of nesting', () => {
    const deep = `${'{"a":'.repeat(veryDeep)}[]${'}'.repeat(veryDeep)}`;
    expect(sliceMember(`{"metadata":${deep},"z":1}`, 'metadata')?.length).toBe(deep.length);
  });
});
