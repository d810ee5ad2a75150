import type { TitledPreview } from '@callside/schemas';
import type { TFunction } from 'i18next';
import type { Formats } from '../../app/use-formats.ts';
import { reasonsInWords } from '../../offers/offer-words.ts';

/** Why the first offer is the first: the rules that moved it, what ranked the list, its chance, and what speaks for it. Empty without offers. */
export function whyFirst(t: TFunction, preview: TitledPreview, { percent }: Pick<Formats, 'percent'>): string[] {
  const [first, second] = preview.recommendations;
  if (first === undefined) return [];
  const rules = first.rules ?? [];
  const best = preview.recommendations.reduce((one, other) => (other.rerank_score > one.rerank_score ? other : one));
  const reasons = reasonsInWords(t, first.reasons, preview.titles);
  const chances = [first, second].map((item) => item?.purchase_probability ?? null);
  return [
    ...(rules.length > 0 ? [t('preview.why.rules', { count: rules.length, rules: rules.join(', ') })] : []),
    rankedBy(t, preview, best === first ? null : best.title),
    ...(chances[0] == null ? [] : [t('preview.why.chance', { chance: percent(chances[0]) })]),
    ...(chances[1] == null ? [] : [t('preview.why.nextChance', { chance: percent(chances[1]) })]),
    ...(reasons.length > 0 ? [t('preview.why.reasons', { reasons: reasons.join('; ') })] : []),
  ];
}

/** `better`: the title of the offer with a higher score; null: the first has the highest. */
function rankedBy(
  t: TFunction,
  { fallback, artifact_version: version, degraded = [] }: TitledPreview,
  better: string | null,
): string {
  if (better !== null) return t('preview.why.notBest', { title: better });
  if (!fallback) return t('preview.why.best', { version });
  return t(version === 'none' || degraded.length > 0 ? 'preview.why.noModel' : 'preview.why.nothingKnown');
}
