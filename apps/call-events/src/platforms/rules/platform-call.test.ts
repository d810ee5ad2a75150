import { platformCallOf } from './platform-call.ts';

test('a call of a platform is named by the platform and its id of the call', () => {
  expect(platformCallOf('aircall', '9101')).toBe('aircall:9101');
  expect(platformCallOf('aircall', 'a\0b')).toBe('aircall:a\uFFFDb');
  expect(platformCallOf('aircall', 'x'.repeat(200))).toHaveLength(208);
  expect(platformCallOf('aircall', 'x'.repeat(201))).toHaveLength(208);
});
