import { shownMetadata } from './shown-metadata.ts';

test('shows the chosen fields in the order of the brand, as text', () => {
  const text = JSON.stringify({ campaign: 'Spring', internal: 'x', queue: 'sales', priority: 2, tags: ['a'] });
  expect(shownMetadata(text, ['queue', 'campaign', 'priority', 'tags'])).toEqual([
    { name: 'queue', value: 'sales' },
    { name: 'campaign', value: 'Spring' },
    { name: 'priority', value: '2' },
    { name: 'tags', value: '["a"]' },
  ]);
});

test.each([
  ['fields that were not sent', '{}'],
  ['null', '{"queue":null}'],
  ['empty texts', '{"queue":"  "}'],
  ['metadata that is too large', JSON.stringify({ queue: 'x'.repeat(70_000) })],
])('leaves out %s', (_title, text) => {
  expect(shownMetadata(text, ['queue', 'toString'])).toEqual([]);
});

test('shortens a long text', () => {
  const [field] = shownMetadata(JSON.stringify({ queue: 'x'.repeat(10_000) }), ['queue']);
  expect(field?.value).toHaveLength(500);
});
