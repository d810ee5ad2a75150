import type { History } from '../history/history.ts';
import { Finder, type Findings } from './violation.ts';

export function checkReturns({ occurrences }: History): Findings {
  const finder = new Finder();
  for (const occurrence of occurrences) {
    if (occurrence.type === 'missing')
      finder.look('everybody comes back', occurrence.what, occurrence.at, occurrence.what);
  }
  return finder.findings;
}
