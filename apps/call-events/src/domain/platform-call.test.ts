import { platformCallIn, platformCallOf } from './platform-call.ts';

test('a call of a platform is named by the platform and its id of the call', () => {
  expect(platformCallOf('aircall', '9101')).toBe('aircall:9101');
  expect(platformCallOf('aircall', 'a\0b')).toBe('aircall:a\uFFFDb');
  expect(platformCallOf('aircall', 'x'.repeat(200))).toHaveLength(208);
  expect(platformCallOf('aircall', 'x'.repeat(201))).toBeNull();
});

test.each([
  ['{"platform":"five9","call_id":"F1"}', 'five9:F1'],
  ['{}', null],
  ['{"platform":"five9"}', null],
  ['{"platform":7,"call_id":"F1"}', null],
])('the metadata %s is of the call %s', (metadata, expected) => {
  expect(platformCallIn(metadata)).toBe(expected);
});

test('the call is read from metadata of up to 2000 characters', () => {
  const ofLength = (length: number) => {
    const rest = '{"platform":"five9","call_id":"F1","note":""}'.length;
    return JSON.stringify({ platform: 'five9', call_id: 'F1', note: 'x'.repeat(length - rest) });
  };
  expect(platformCallIn(ofLength(2_000))).toBe('five9:F1');
  expect(platformCallIn(ofLength(2_001))).toBeNull();
});
