import { callOffers } from '@callside/schemas/testing';
import { createInstance } from 'i18next';
import german from '../texts/de.json';
import { reasonInWords } from './why-not-words.ts';

const texts = createInstance();
beforeAll(() =>
  texts.init({ lng: 'de', resources: { de: { translation: german } }, interpolation: { escapeValue: false } }),
);

const formats = { day: (day: string) => day, number: String };
const [item] = callOffers().items;
if (item === undefined) throw new Error('the test needs an offer');
const offers = callOffers({ items: [{ ...item, reasons: ['popular', 'often_bought_with:7'] }], titles: { 7: 'Ring' } });

it.each([
  [{ code: 'out_of_stock', since: '2026-11-18' }, null, 'Er ist nicht vorrätig. (2026-11-18)'],
  [{ code: 'anchor' }, null, 'Er wird gerade gekauft.'],
  [{ code: 'rule:no-"chains"' }, null, 'Die Regel „no-"chains"“ hält ihn heraus oder setzt ihn herunter.'],
  [
    { code: 'rank' },
    37,
    'Er ist Nummer 37 in der Reihenfolge für diesen Anruf. Was die ersten Angebote haben: beliebt; oft zusammen gekauft mit Ring.',
  ],
  [
    { code: 'rank' },
    null,
    'Er hat keinen Platz in der Reihenfolge für diesen Anruf. Was die ersten Angebote haben: beliebt; oft zusammen gekauft mit Ring.',
  ],
] as const)('%j is said in the language of the page', (reason, rank, said) => {
  expect(reasonInWords(reason, { t: texts.t, formats, offers, rank })).toBe(said);
});
