import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that does not depend on them. */
export function equalSecrets(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(expected));
}
