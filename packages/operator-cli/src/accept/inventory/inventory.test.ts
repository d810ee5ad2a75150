import { checks } from '../checks.ts';
import { inventory } from './inventory.ts';

const names = checks.map(({ name }) => name);
const covered = inventory.flatMap((sentence) => ('checks' in sentence ? sentence.checks : []));
const twice = (list: readonly string[]) => list.filter((name, at) => list.indexOf(name) !== at);

it('every check has a name of its own and covers at least one sentence', () => {
  expect(twice(names)).toEqual([]);
  expect(names.filter((name) => !covered.includes(name))).toEqual([]);
});

it('every sentence has an id of its own, and checks that exist or a reason', () => {
  expect(twice(inventory.map(({ id }) => id))).toEqual([]);
  expect(covered.filter((name) => !names.includes(name))).toEqual([]);
  for (const sentence of inventory) {
    const [text] = 'checks' in sentence ? sentence.checks : [sentence.unchecked];
    expect([sentence.id, text]).not.toEqual([sentence.id, '']);
  }
});

it('the larger part of both specifications is checked', () => {
  for (const document of ['call-events', 'recommendation-engine']) {
    const sentences = inventory.filter((sentence) => sentence.document === document);
    const checked = sentences.filter((sentence) => 'checks' in sentence);
    expect([document, checked.length / sentences.length > 0.7]).toEqual([document, true]);
  }
});
