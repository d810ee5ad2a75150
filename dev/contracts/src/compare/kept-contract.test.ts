import { keptVersionFor, lineOf, refusalOf } from './kept-contract.ts';

it.each([
  ['0.1.0', '0.1'],
  ['0.12.3', '0.12'],
  ['1.0.0', '1'],
  ['12.4.1', '12'],
])('%s belongs to the line %s', (version, line) => {
  expect(lineOf(version)).toBe(line);
});

it.each([
  ['the latest of the line, by number', '1.11.0', ['0.9.0', '1.2.0', '1.10.0', '2.0.0'], '1.10.0'],
  ['none of an earlier line', '2.0.0', ['0.9.0', '1.2.0'], null],
  ['none of another line below 1', '0.2.0', ['0.1.0'], null],
])('a version is compared with %s', (_, version, kept, expected) => {
  expect(keptVersionFor(version, kept)).toBe(expected);
});

const old = { paths: { '/a': { get: { responses: {} } } } };

it('the message says which change breaks which clients, and what to do', () => {
  const refusal = refusalOf([{ name: 'service.json', keptVersion: '1.2.0', old, current: { paths: {} } }]);
  expect(refusal).toContain(
    'service.json, against 1.2.0: GET /a: the operation is removed (breaks clients that use it).',
  );
  expect(refusal).toContain('raise the version');
});

it('there is no message when no client breaks', () => {
  expect(refusalOf([{ name: 'service.json', keptVersion: '1.2.0', old, current: old }])).toBeNull();
});
