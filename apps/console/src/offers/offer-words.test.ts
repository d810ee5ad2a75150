import type { OfferItem } from '@callside/schemas';
import { callOffers } from '@callside/schemas/testing';
import { createInstance } from 'i18next';
import german from '../texts/de.json';
import english from '../texts/en.json';
import type { OfferedProduct } from './offer-dialog.ts';
import {
  inSlots,
  outcomeInWords,
  outcomesOf,
  reasonsInWords,
  soldBeside,
  speechInWords,
  stockInWords,
} from './offer-words.ts';

const texts = createInstance();
beforeAll(() =>
  texts.init({
    lng: 'en',
    resources: { en: { translation: english }, de: { translation: german } },
    interpolation: { escapeValue: false },
  }),
);

const formats = {
  number: (value: number) => new Intl.NumberFormat('de').format(value),
  money: (amount: number) => `$${amount}`,
};
const titles = { 7: 'Sapphire Studs' };
const [item] = callOffers().items;

test.each([
  ['often_bought_with:7', 'often bought together with Sapphire Studs'],
  ['also_bought_with:8', 'bought by those who bought article 8'],
  ['popular', 'popular'],
  ['of_a_later_release:7', 'of a later release Sapphire Studs'],
])('the text of the reason %s is "%s"', (reason, words) => {
  expect(reasonsInWords(texts.t, [reason], titles)).toEqual([words]);
});

test('reasons that say the same are shown once', () => {
  const reasons = ['often_bought_with:7', 'completes_history:7', 'popular_now', 'popular'];
  const words = ['often bought together with Sapphire Studs', 'popular in the last weeks'];
  expect(reasonsInWords(texts.t, reasons, titles)).toEqual(words);
});

const offered = {
  title: 'Opal Studs',
  web_price: 99.5,
  speech: 'Opal Studs, for ninety-nine dollars and fifty cents.',
};
const unspoken = { title: 'Opal Studs', web_price: 99.5 };
test.each([
  ['en', offered, 'Opal Studs, for ninety-nine dollars and fifty cents.'],
  ['en', unspoken, 'Opal Studs, for $99.5.'],
  ['de', offered, 'Opal Studs, für $99.5.'],
  ['de', { ...offered, web_price: 0 }, 'Opal Studs, kostenlos.'],
] as const)('the sentence to say in the language %s of %p is "%s"', (language, item, sentence) => {
  expect(speechInWords(texts.getFixedT(language), item, formats, language)).toBe(sentence);
});

test.each([
  [6, { level: 'enough', text: '6 in stock' }],
  [4, { level: 'enough', text: '4 in stock' }],
  [3, { level: 'few', text: 'only 3 left' }],
  [0, { level: 'none', text: 'none in stock' }],
  [12_000, { level: 'enough', text: '12.000 in stock' }],
  [undefined, null],
])('the text of the stock %p is %p', (on_hand, words) => {
  expect(stockInWords(texts.t, { on_hand }, formats)).toEqual(words);
});

test('the text of an outcome shows that a sale is not reported yet', () => {
  const sale = {
    outcome_id: 'a',
    recommendation_id: '5b1f0c5e-6f0f-4a57-9a0b-3f1c2b9d8e47',
    sku: '1',
    outcome: 'sold',
    reason: null,
    qty: 2,
    unit_price: 99,
    recorded_at: '2026-11-20T08:34:10.120Z',
    reported: true,
  } as const;
  const say = (outcome: Parameters<typeof outcomeInWords>[1]) => outcomeInWords(texts.t, outcome, formats);
  expect(say(sale)).toBe('Sold: 2 × $99');
  expect(say({ ...sale, qty: 1.5 })).toBe('Sold: 1,5 × $99');
  expect(say({ ...sale, reported: false })).toBe('Sold: 2 × $99 Recorded; it will be reported.');
  expect(say({ ...sale, outcome: 'declined', reason: 'price' })).toBe('Declined: Too expensive');
  expect(say({ ...sale, outcome: 'declined', reason: 'Moves house' })).toBe('Declined: Moves house');
});

test('a sale takes the place of a decline, and further sales are shown too', () => {
  const outcome = (outcome_id: string, outcome: 'sold' | 'declined', sku = '1') => ({
    outcome_id,
    recommendation_id: '5b1f0c5e-6f0f-4a57-9a0b-3f1c2b9d8e47',
    sku,
    outcome,
    reason: null,
    qty: 1,
    unit_price: 99,
    recorded_at: '2026-11-20T08:34:10.120Z',
    reported: true,
  });
  const declined = [outcome('a', 'declined'), outcome('b', 'declined'), outcome('c', 'sold', '2')];
  const shown = (outcomes: Parameters<typeof outcomesOf>[1]) =>
    outcomesOf({ sku: '1' }, outcomes).map(({ outcome_id }) => outcome_id);
  expect(shown(declined)).toEqual(['b']);
  expect(shown([...declined, outcome('d', 'sold'), outcome('e', 'sold')])).toEqual(['d', 'e']);
});

test('a sale of a product that is no longer shown is beside the offers, with what is known of the product', () => {
  const sale = { recommendation_id: '5b1f0c5e-6f0f-4a57-9a0b-3f1c2b9d8e47', reason: null, qty: 1, reported: true };
  const sold = (outcome_id: string, sku: string, outcome: 'sold' | 'declined' = 'sold') => ({
    ...{ ...sale, outcome_id, sku, outcome, unit_price: 99, recorded_at: '2026-11-20T08:34:10.120Z' },
  });
  const outcomes = [sold('a', '7'), sold('b', '7'), sold('c', '8'), sold('d', item!.sku), sold('e', '9', 'declined')];
  const beside = (items: OfferItem[], known: { shown: OfferItem[]; own: OfferedProduct[] }) =>
    soldBeside({ outcomes, titles, items }, known, (sku) => `article ${sku}`);
  const studs = { sku: '7', title: 'Sapphire Studs', web_price: 0 };
  const unknown = { sku: '8', title: 'article 8', web_price: 0 };
  expect(beside([item!], { shown: [item!], own: [] })).toEqual([studs, unknown]);
  const own = { sku: '8', title: 'Opal Ring', web_price: 80, on_hand: 2 };
  // As when the customer wants no offers.
  expect(beside([item!], { shown: [], own: [own] })).toEqual([studs, own, item]);
});

test('alternatives are grouped, in the order of the best rank of their slot', () => {
  const offer = (rank: number, slot: number) => ({ ...item!, rank, slot, sku: String(rank) });
  const shown = inSlots([offer(3, 1), offer(2, 2), offer(1, 1), offer(4, 2)]);
  expect(shown.map((slot) => slot.map(({ sku }) => sku))).toEqual([
    ['1', '3'],
    ['2', '4'],
  ]);
});
