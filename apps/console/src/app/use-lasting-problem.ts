import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Why a read that is repeated failed last. Before the first answer the library forgets it at each attempt, so that the text would leave and
 * come back every few seconds.
 */
export function useLastingProblem({ error, isPending }: UseQueryResult<unknown>): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  const problem = isPending ? last : error;
  if (problem !== last) setLast(problem);
  return problem;
}
