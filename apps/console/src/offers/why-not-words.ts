import { type CallOffers, ruleOfCode, type WhyNotReason } from '@callside/schemas';
import type { TFunction } from 'i18next';
import type { Formats } from '../app/use-formats.ts';
import { reasonsInWords } from './offer-words.ts';

const texts = {
  not_in_catalogue: 'offers.whyNot.notInCatalogue',
  out_of_stock: 'offers.whyNot.outOfStock',
  size_unknown: 'offers.whyNot.sizeUnknown',
  anchor: 'offers.whyNot.anchor',
  just_bought: 'offers.whyNot.justBought',
  declined: 'offers.whyNot.declined',
  returned: 'offers.whyNot.returned',
} as const;

interface Words {
  t: TFunction;
  formats: Pick<Formats, 'day' | 'number'>;
  offers: CallOffers;
  rank: number | null;
}

const firstOnes = 3;

/** The text of the recommender is English; in another language it is made of the code. */
export function reasonInWords(
  { code, since }: Pick<WhyNotReason, 'code' | 'since'>,
  { t, formats, offers, rank }: Words,
): string {
  const rule = ruleOfCode(code);
  if (rule !== null) return t('offers.whyNot.rule', { name: rule });
  if (code !== 'rank') {
    const said = t(texts[code as keyof typeof texts]);
    return since === undefined ? said : t('offers.whyNot.since', { reason: said, day: formats.day(since) });
  }
  const place = rank === null ? t('offers.whyNot.noRank') : t('offers.whyNot.rank', { rank: formats.number(rank) });
  const theirs = reasonsInWords(
    t,
    offers.items.slice(0, firstOnes).flatMap(({ reasons }) => reasons),
    offers.titles,
  );
  return theirs.length === 0 ? place : `${place} ${t('offers.whyNot.firstHave', { reasons: theirs.join('; ') })}`;
}
