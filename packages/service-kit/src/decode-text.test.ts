import { decodeText } from './decode-text.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const bytes = (...values: (number | string)[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'number' ? Buffer.of(value) : Buffer.from(value))));
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['UTF-8', bytes('{"é":"🙂"}'), '{"é":"🙂"}'],
  ['UTF-8 with a byte order mark', bytes('\ufeff{}'), '{}'],
  ['only the first of two byte order marks', bytes('\ufeff\ufeff{}'), '\ufeff{}'],
  ['UTF-16 LE', utf16('{"é":"🙂"}'), '{"é":"🙂"}'],
  ['UTF-16 LE with a byte order mark', utf16('\ufeff{"é":1}'), '{"é":1}'],
  ['UTF-16 BE', utf16('{"é":"🙂"}').swap16(), '{"é":"🙂"}'],
  ['UTF-16 BE with a byte order mark', utf16('\ufeff{"é":1}').swap16(), '{"é":1}'],
  ['UTF-16 that is cut off', utf16('{}').subarray(0, 3), '{\ufffd'],
  ['Windows-1252', latin1('{"José":"5 \x80"}'), '{"José":"5 €"}'],
  ['UTF-8 with a broken character', bytes('{"é":"', 0xc3, '"}'), '{"é":"\ufffd"}'],
  ['UTF-8 with a byte order mark and a broken character', bytes('\ufeff{"', 0xe9, '"}'), '{"\ufffd"}'],
  ['nothing', Buffer.of(), ''],
  ['one byte', bytes('5'), '5'],
])('%s is read', (_title, sent, text) => {
  expect(decodeText(sent).text).toBe(text);
});

test('what is not UTF-8 is known as such', () => {
  expect(decodeText(bytes('\ufeff{"é":1}')).isUtf8).toBe(true);
  for (const sent of [utf16('{}'), latin1('{"é":1}'), bytes('{"é":"', 0xc3, '"}')]) {
    expect(decodeText(sent).isUtf8).toBe(false);
  }
});
