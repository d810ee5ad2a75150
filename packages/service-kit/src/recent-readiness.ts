export interface Readiness {
  /** false: the service cannot serve. */
  ok: boolean;
  /** It serves, but not as it should. */
  degraded?: boolean;
  /** Further members of the answer, such as `database`. */
  sections: object;
}

/** How long an answer is good for. */
const freshForMs = 1_000;

/**
 * The same question, asked at most once a second and once at a time, however many ask: anybody may ask, without a key. Where
 * it cannot be answered the service counts as unable to serve.
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
