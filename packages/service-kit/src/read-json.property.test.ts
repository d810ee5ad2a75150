import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { JsonFault } from './json-scanner.ts';
import { findJsonError } from './json-text.ts';
import { type JsonReading, type JsonShape, objectOf, readJson } from './read-json.ts';

const shape: JsonShape = {
  members: {
    a: 'scalar',
    b: { elements: objectOf(['a', 'é']), most: 3 },
    __proto__x: 'scalar',
    é: objectOf(['a']),
    d: { values: 'scalar', most: 2 },
  },
};

function readWhole(text: string, wanted: JsonShape = shape): JsonReading {
  const pieces = readJson(text, wanted);
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
  }
}

/** The expected reading, made from the full result of JSON.parse. */
function project(value: unknown, wanted: JsonShape): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (typeof wanted !== 'object' || !('elements' in wanted)) return [];
    return value.slice(0, wanted.most + 1).map((element) => project(element, wanted.elements));
  }
  if (typeof wanted === 'object' && 'values' in wanted) {
    const kept = Object.entries(value).slice(0, wanted.most + 1);
    return Object.fromEntries(kept.map(([name, member]) => [name, project(member, wanted.values)]));
  }
  if (typeof wanted !== 'object' || !('members' in wanted)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = Object.hasOwn(wanted.members, name) ? wanted.members[name] : undefined;
      return inner === undefined ? [] : [[name, project(member, inner)]];
    }),
  );
}

const { value: jsonValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(anyText(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null), fc.boolean()),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'é', 'c', 'd', '', '__proto__x', '__proto__', 'constructor'), tie('value')),
  ),
}));

test('a reading equals the result of JSON.parse, limited to the requested members', () => {
  fc.assert(
    fc.property(jsonValue, fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(readWhole(text).value).toEqual(project(JSON.parse(text), shape));
    }),
    { numRuns: 500 },
  );
});

test('a text that is not JSON is refused at the position of findJsonError', () => {
  const broken = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', '}', '"', '\\', 'x', '\n', '\0'),
    fc.nat({ max: 3 }),
  );
  fc.assert(
    fc.property(broken, ([json, place, insertion, cut]) => {
      const at = place % (json.length + 1);
      const text = json.slice(0, at) + insertion + json.slice(at + cut);
      const error = findJsonError(text);
      if (error === undefined) return void readWhole(text);
      const read = () => readWhole(text);
      expect(read).toThrow(JsonFault);
      expect(read).toThrow(expect.objectContaining({ fault: { offset: error.offset, reason: error.reason } }));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['lists', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ['objects', `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`],
  ['small lists', `[${'[],'.repeat(300_000)}[]]`],
  ['members', `{${'"a":1,'.repeat(170_000)}"a":1}`],
  ['numbers', `{"b":[${'0,'.repeat(500_000)}0]}`],
])('a megabyte of %s is parsed in pieces', (_title, text) => {
  expect([...readJson(text, shape)].length).toBeGreaterThan(25);
});
