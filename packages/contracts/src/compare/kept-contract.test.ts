import { keptVersionFor, lineOf, refusalOf } from './kept-contract.ts';

it.each([
  ['0.1.0', '0.1'],
  ['0.12.3', '0.12'],
  ['1.0.0', '1'],
  ['12.4.1', '12'],
])('%s is of the line %s', (version, line) => {
  expect(lineOf(version)).toBe(line);
});

it.each([
  ['the latest of the line, by number', '1.11.0', ['0.9.0', '1.2.0', '1.10.0', '2.0.0'], '1.10.0'],
  ['none of an earlier line', '2.0.0', ['0.9.0', '1.2.0'], null],
  ['none of another line below 1', '0.2.0', ['0.1.0'], null],
])('compares with %s', (_, version, kept, expected) => {
  expect(keptVersionFor(version, kept)).toBe(expected);
});

const old = { paths: { '/a': { get: { responses: {} } } } };

it('says what breaks whom, and what to do', () => {
  const refusal = refusalOf([{ name: 'service.json', keptVersion: '1.2.0', old, current: { paths: {} } }]);
  expect(refusal).toContain('service.json, against 1.2.0: GET /a: the operation is gone (breaks who uses it).');
  expect(refusal).toContain('raise the version');
});

it('says nothing when nothing breaks', () => {
  expect(refusalOf([{ name: 'service.json', keptVersion: '1.2.0', old, current: old }])).toBeNull();
});
