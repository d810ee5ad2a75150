import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import german from './de.json';
import english from './en.json';
import spanish from './es.json';
import { firstTexts } from './first-texts.ts';
import french from './fr.json';

/** `desk.noCall: {name}`: each text's key with the values that it takes. */
function shapeOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return shapeOf(value, `${path}${key}.`);
    const values = [...String(value).matchAll(/{{\s*(\w+)/g)].map(([, name]) => name);
    return `${path}${key}: ${[...new Set(values)].sort().join(', ')}`;
  });
}

test.each([
  ['German', german],
  ['French', french],
  ['Spanish', spanish],
])('%s has all texts, with the same values in them', (_language, texts) => {
  // A form that French and Spanish have for numbers such as a million.
  const shape = shapeOf(texts).filter((one) => !/_many: /.test(one));
  expect(shape.sort()).toEqual(shapeOf(english).sort());
  expect(JSON.stringify(texts)).not.toContain('""');
});

test.each(['app', 'desk', 'embed', 'offers', 'ui'])('%s uses only texts that are loaded first', (folder) => {
  const rest = Object.keys(english).filter((group) => !firstTexts.includes(group));
  const used = new RegExp(`['\`](?:${rest.join('|')})\\.\\w+`, 'g');
  const directory = path.join(import.meta.dirname, '..', folder);
  const files = readdirSync(directory).filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !ofOwners.has(file));
  expect(files.flatMap((file) => readFileSync(path.join(directory, file), 'utf8').match(used) ?? [])).toEqual([]);
});

/** Loaded with the pages of owners. */
const ofOwners = new Set(['owner-problem-words.ts', 'unsaved-changes.tsx']);
