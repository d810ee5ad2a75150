import fc from 'fast-check';
import { relayedMetadata } from './relayed-metadata.ts';

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

test('metadata is relayed as JSON.parse returns it', () => {
  expect(relayedMetadata('{"a":[1,{"b":null}],"n":1.10}').metadata).toEqual({ a: [1, { b: null }], n: 1.1 });
});

test.each([2, 3, 150, 200])('metadata of %i levels is relayed', (levels) => {
  expect(JSON.stringify(relayedMetadata(nested(levels)).metadata)).toBe(nested(levels));
});

test.each([201, 1_000, 30_000])('metadata of %i levels is omitted', (levels) => {
  expect(relayedMetadata(nested(levels)).metadata).toBeNull();
});

test('nested objects count as levels like arrays', () => {
  const levels = (count: number) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`;
  expect(relayedMetadata(levels(200)).metadata).not.toBeNull();
  expect(relayedMetadata(levels(201)).metadata).toBeNull();
});

test('brackets in strings and names do not count as levels', () => {
  const brackets = '[{'.repeat(500);
  const metadata = { [brackets]: brackets, quoted: `\\"${brackets}\\`, escaped: `"${brackets}` };
  expect(relayedMetadata(JSON.stringify(metadata)).metadata).toEqual(metadata);
});

test('closed brackets no longer count as levels', () => {
  expect(relayedMetadata(`{"a":[${Array(5_000).fill('[{}]').join(',')}]}`).metadata).not.toBeNull();
});

test.each([
  ['escapes', `{"a":"${'\\n'.repeat(30_000)}"}`],
  ['quotes', `{"a":"${'\\"'.repeat(30_000)}"}`],
  ['backslashes', `{"a":"${'\\\\'.repeat(30_000)}"}`],
  ['letters', `{"a":"${'x'.repeat(60_000)}"}`],
])('a text of many %s is relayed', (_title, text) => {
  expect(relayedMetadata(text).metadata).toEqual(JSON.parse(text));
});

test('a __proto__ from the sender is an ordinary member', () => {
  const { metadata } = relayedMetadata('{"__proto__":{"a":1}}');
  expect(JSON.stringify(metadata)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
});

test('any object that is not nested too deep is relayed completely', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 20 })),
      fc.constantFrom(undefined, 2),
      (metadata, indent) => {
        const text = JSON.stringify(metadata, null, indent);
        expect(relayedMetadata(text).metadata).toEqual(JSON.parse(text));
      },
    ),
  );
});

test.each([
  ['64 KiB of letters', 'x'.repeat(64 * 1024 - 8), true],
  ['a letter more', 'x'.repeat(64 * 1024 - 7), false],
  ['64 KiB in characters of three bytes', '\u20ac'.repeat((64 * 1024 - 8) / 3), true],
  ['more than 64 KiB in characters of three bytes', '\u20ac'.repeat(22_000), false],
])('an announcement with %s is complete: %#', (_title, notes, isComplete) => {
  const announced = relayedMetadata(`{"a":"${notes}"}`);
  expect(announced).toEqual(
    isComplete ? { metadata: { a: notes }, omitted: false } : { metadata: null, omitted: true },
  );
});

test('an announcement marks metadata that is nested too deep as omitted', () => {
  expect(relayedMetadata(nested(201))).toEqual({ metadata: null, omitted: true });
});
