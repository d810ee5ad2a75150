import type { History } from '../history/history.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'a purchase for an acknowledged recommendation is accepted';

export function checkOffers({ occurrences, onFile }: History): Findings {
  const finder = new Finder();
  const kept = new Set(onFile.recommendations);
  for (const occurrence of occurrences) {
    if (occurrence.type === 'offered') {
      const { recommendationId, at } = occurrence;
      finder.look(rule, recommendationId, at, kept.has(recommendationId) ? null : 'answered but not on file');
    } else if (occurrence.type === 'purchased') {
      const { recommendationId, at, status } = occurrence;
      const isRefused = status >= 400 && status < 500;
      finder.look(rule, recommendationId, at, isRefused ? `the purchase was answered ${status}` : null);
    }
  }
  return finder.findings;
}
