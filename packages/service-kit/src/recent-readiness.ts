export interface Readiness {
  /** false: the service cannot serve. */
  ok: boolean;
  /** It serves, but with a part missing. */
  degraded?: boolean;
  /** Further members of the answer, such as `database`. */
  sections: object;
}

/** How long a result is used. */
const freshForMs = 1_000;

/**
 * Limits a check to one a second and one at a time, for any number of callers, because /health needs no key. A check that fails
 * counts as not ready.
 */
export function recentReadiness(
  isReady: () => Promise<Readiness>,
  now: () => number = () => performance.now(),
): () => Promise<Readiness> {
  let answer: Promise<Readiness> | undefined;
  let answeredAt: number | undefined;

  return () => {
    const isUnderWay = answer !== undefined && answeredAt === undefined;
    const isFresh = answeredAt !== undefined && now() - answeredAt < freshForMs;
    if (answer === undefined || !(isUnderWay || isFresh)) {
      answeredAt = undefined;
      answer = isReady()
        .catch((): Readiness => ({ ok: false, sections: {} }))
        .finally(() => {
          answeredAt = now();
        });
    }
    return answer;
  };
}
