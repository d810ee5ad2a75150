import '../texts/testing.ts';
import i18next from 'i18next';
import german from '../texts/de.json';
import { findingInWords } from './finding-words.ts';

i18next.addResourceBundle('de', 'translation', german);
beforeEach(() => i18next.changeLanguage('de'));
afterAll(() => i18next.changeLanguage('en'));

const formats = {
  percent: (share: number) => `${(share * 100).toFixed(1).replace('.', ',')} %`,
  number: (value: number) => new Intl.NumberFormat('de').format(value),
};

test.each([
  ['it is the model in service', 'Es ist das Modell im Einsatz.'],
  ['there are no purchases to measure it on', 'Es gibt keine Käufe, an denen es gemessen werden kann.'],
  [
    'the unranked order finds nothing of what customers bought, so there is nothing to compare it with',
    'Es gibt nichts zum Vergleichen: die Reihenfolge ohne Modell findet nichts von dem, was Kunden kauften.',
  ],
  [
    'it ranks worse than v7, the model in service: 4.0 % worse (-6.0 % to -2.0 %) in next purchase (1,200 purchases)',
    'Es ordnet um 4,0 % schlechter als das Modell im Einsatz (-6,0 % bis -2,0 %): spätere Käufe bekannter Kunden, gemessen an 1.200.',
  ],
  [
    'it ranks 4.1 % better (2.0 % to 6.0 %) than the unranked order',
    'Es ordnet um 4,1 % besser als die Reihenfolge ohne Modell (2,0 % bis 6,0 %).',
  ],
  ['it ranks as v7, the model in service', 'Es ordnet wie das Modell im Einsatz.'],
  [
    'it is not shown to be better than v7, the model in service: 1.5 % worse (-4.0 % to 1.0 %); 900 purchases are too few, about 2,000 would settle it',
    'Es ist nicht gezeigt, dass es besser ist als das Modell im Einsatz: der Unterschied ist -1,5 % (-4,0 % bis 1,0 %). 900 Käufe sind zu wenige; mit etwa 2.000 wäre es entschieden.',
  ],
  [
    'it is not shown to be better than the unranked order: 0.1 % better (-1.0 % to 1.2 %); 90 purchases are too few, about 12,000 would show a difference of 1.0 %',
    'Es ist nicht gezeigt, dass es besser ist als die Reihenfolge ohne Modell: der Unterschied ist 0,1 % (-1,0 % bis 1,2 %). 90 Käufe sind zu wenige; etwa 12.000 würden einen Unterschied von 1,0 % zeigen.',
  ],
  ['something new', 'something new'],
])('the finding %j is shown as %j', (said, shown) => {
  expect(findingInWords(said, formats)).toBe(shown);
});
