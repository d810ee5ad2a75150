import { shownFields } from './shown-metadata.ts';

test('the shown metadata has texts without quotes and other values as sent, in the given order', () => {
  const members = [
    { name: 'queue', json: '" sales\\u0021 "' },
    { name: 'priority', json: '2' },
    { name: 'tags', json: '["a", 1]' },
  ];
  expect(shownFields(members)).toEqual([
    { name: 'queue', value: 'sales!' },
    { name: 'priority', value: '2' },
    { name: 'tags', value: '["a", 1]' },
  ]);
});

test.each(['12345678901234567890', '1.10', '1e400'])('the number %s is shown as sent', (json) => {
  expect(shownFields([{ name: 'code', json }])).toEqual([{ name: 'code', value: json }]);
});

test.each([
  ['members that were not sent', undefined],
  ['null', 'null'],
  ['empty texts', '"  "'],
])('the shown metadata omits %s', (_title, json) => {
  expect(shownFields([{ name: 'queue', json }])).toEqual([]);
});

test('a long text is shortened', () => {
  const [field] = shownFields([{ name: 'queue', json: JSON.stringify('x'.repeat(10_000)) }]);
  expect(field?.value).toHaveLength(500);
});
