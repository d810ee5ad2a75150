import { placeInWords } from './why-not-words.ts';

const product = { addedAt: null, retiredAt: null, stockChangedAt: null, changedRules: [] };
/** Three offers were made of the ten that were asked for. */
const moment = {
  at: new Date('2026-03-10T12:00Z'),
  dayOf: () => 0,
  firstReasons: [['popular']],
  offered: 3,
  numItems: 10,
  hasSameCatalogue: true,
  modelThen: null,
  modelNow: null,
};

test.each([
  [4, 'Computed again, it would be offered.'],
  [10, 'Computed again, it would be offered.'],
  [11, 'The first ones have what it has not: popular.'],
])('a product of rank %i is measured by the number of offers that were asked for', (rank, words) => {
  const standing = { rank, of: 20, isCandidate: true, caps: [], demotions: [], reasons: [] };
  const [reason] = placeInWords(standing, product, moment);
  expect(reason?.text).toContain(`Rank ${rank} of 20; 3 were offered. ${words}`);
});
