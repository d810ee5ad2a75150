import type { History } from '../history/history.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'a revoked key is refused, and no other';

/** After its revocation was answered, no instance accepts a key; before, none refuses it. A 503 is allowed at any time. */
export function checkKeys({ occurrences }: History): Findings {
  const finder = new Finder();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'key tried' || occurrence.status === null) continue;
    const { key, at, instance, isRevoked, status } = occurrence;
    const isNamed = status === 503 || status === (isRevoked ? 401 : 200);
    const text = `instance ${instance} answered ${status} to a key that was ${isRevoked ? '' : 'not '}revoked`;
    finder.look(rule, key, at, isNamed ? null : text);
  }
  return finder.findings;
}
