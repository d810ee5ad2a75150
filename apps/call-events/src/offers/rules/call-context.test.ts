import { contextOfCall } from './call-context.ts';

test.each([
  ['a text, trimmed', '" retention "', 'retention'],
  ['a number as it was sent', '1.10', '1.10'],
  ['true', 'true', 'true'],
  ['the longest text', JSON.stringify('x'.repeat(120)), 'x'.repeat(120)],
])('the context of a call has %s', (_what, json, value) => {
  expect(contextOfCall(new Map([['queue', json]]))).toEqual({ queue: value });
});

test.each([
  ['null', 'null'],
  ['an empty text', '"  "'],
  ['a list', '["a"]'],
  ['an object', '{"a": 1}'],
  ['a longer text', JSON.stringify('x'.repeat(121))],
])('the context of a call leaves out %s', (_what, json) => {
  expect(contextOfCall(new Map([['queue', json]]))).toEqual({});
});
