import fc from 'fast-check';
import { createSecretBox } from './secret-box.ts';

const old = 'an old secret of at least 32 bytes';
const newer = 'a newer secret of at least 32 bytes';

test('any sealed text can be opened', () => {
  const box = createSecretBox({ secrets: [newer] });
  fc.assert(fc.property(fc.string(), (text) => box.open(box.seal(text)) === text));
});

test('the same text is sealed differently each time', () => {
  const box = createSecretBox({ secrets: [newer] });
  expect(box.seal('secret')).not.toBe(box.seal('secret'));
});

test('a text that an earlier secret sealed can be opened only while that secret is listed', () => {
  const sealed = createSecretBox({ secrets: [old] }).seal('secret');
  expect(createSecretBox({ secrets: [newer, old] }).open(sealed)).toBe('secret');
  expect(createSecretBox({ secrets: [newer] }).open(sealed)).toBeNull();
});

test.each(['', 'short', Buffer.alloc(40).toString('base64')])('the text %j is not opened', (text) => {
  expect(createSecretBox({ secrets: [newer] }).open(text)).toBeNull();
});

test('a changed text is not opened', () => {
  const box = createSecretBox({ secrets: [newer] });
  const bytes = Buffer.from(box.seal('secret'), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(box.open(bytes.toString('base64'))).toBeNull();
});
