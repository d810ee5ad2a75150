import i18next from 'i18next';
import { type KnownSentence, saidInWords } from '../app/said-in-words.ts';
import type { Formats } from '../app/use-formats.ts';

const interval = String.raw`\((?<low>\S+ %) to (?<high>\S+ %)\)`;
const tooFew = String.raw`(?<purchases>[\d,]+) purchases are too few, about (?<needed>[\d,]+) would`;
const open = String.raw`^it is not shown to be better than (?<rival>.+): (?<difference>\S+ % \w+) ${interval}; ${tooFew}`;

const findings: readonly KnownSentence[] = [
  [/^it is the model in service$/, 'recommender.finding.inService'],
  [/^there are no purchases to measure it on$/, 'recommender.finding.noPurchases'],
  [/^(?<rival>.+) finds nothing of what customers bought, /, 'recommender.finding.nothingFound'],
  [
    new RegExp(
      String.raw`^it ranks worse than (?<rival>.+): (?<by>\S+ %) worse ${interval} in (?<where>.+) \((?<purchases>[\d,]+) purchases\)$`,
    ),
    'recommender.finding.worse',
  ],
  [new RegExp(String.raw`^it ranks (?<by>\S+ %) better ${interval} than (?<rival>.+)$`), 'recommender.finding.better'],
  [/^it ranks as (?<rival>.+)$/, 'recommender.finding.same'],
  [new RegExp(`${open} settle it$`), 'recommender.finding.open'],
  [new RegExp(String.raw`${open} show a difference of (?<share>\S+ %)$`), 'recommender.finding.openSmall'],
];

const places: readonly KnownSentence[] = [
  [/^all$/, 'recommender.finding.where.all'],
  [/^next purchase$/, 'recommender.finding.where.next_purchase'],
  [/^anchors$/, 'recommender.finding.where.anchors'],
];

/** What is known about a model beside another one, with its figures as the language of the page writes them. */
export function findingInWords(finding: string, { percent, number }: Pick<Formats, 'percent' | 'number'>): string {
  const words = saidInWords(finding, findings, (value, name) => {
    if (name === 'rival') {
      return i18next.t(`recommender.rival.${value === 'the unranked order' ? 'unranked' : 'in_service'}`);
    }
    if (name === 'where') return saidInWords(value, places) ?? value;
    if (name === 'purchases' || name === 'needed') return number(Number(value.replaceAll(',', '')));
    return percent((Number.parseFloat(value) / 100) * (value.endsWith('worse') ? -1 : 1));
  });
  return words ?? finding;
}
