import { shownFields } from './shown-metadata.ts';

test('the shown metadata has texts without quotes and other values as sent, in the given order', () => {
  const sent = new Map([
    ['priority', '2'],
    ['queue', '" sales\\u0021 "'],
    ['tags', '["a", 1]'],
  ]);
  expect(shownFields(['queue', 'priority', 'tags'], sent)).toEqual([
    { name: 'queue', value: 'sales!' },
    { name: 'priority', value: '2' },
    { name: 'tags', value: '["a", 1]' },
  ]);
});

test.each(['12345678901234567890', '1.10', '1e400'])('the number %s is shown as sent', (json) => {
  expect(shownFields(['code'], new Map([['code', json]]))).toEqual([{ name: 'code', value: json }]);
});

test.each([
  ['members that were not sent', new Map()],
  ['null', new Map([['queue', 'null']])],
  ['empty texts', new Map([['queue', '"  "']])],
])('the shown metadata omits %s', (_title, sent) => {
  expect(shownFields(['queue'], sent)).toEqual([]);
});

test('a long text is shortened', () => {
  const [field] = shownFields(['queue'], new Map([['queue', JSON.stringify('x'.repeat(10_000))]]));
  expect(field?.value).toHaveLength(500);
});
