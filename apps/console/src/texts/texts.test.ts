import german from './de.json';
import english from './en.json';

/** `desk.noCall: {name}`: each text's key with the values that it takes. */
function shapeOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return shapeOf(value, `${path}${key}.`);
    const values = [...String(value).matchAll(/{{\s*(\w+)/g)].map(([, name]) => name);
    return `${path}${key}: ${[...new Set(values)].sort().join(', ')}`;
  });
}

test('every language has all texts, with the same values in them', () => {
  expect(shapeOf(german).sort()).toEqual(shapeOf(english).sort());
});

test('no text is empty', () => {
  expect(JSON.stringify([english, german])).not.toContain('""');
});
