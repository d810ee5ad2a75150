import { useState } from 'react';
import { fieldProblem } from './brand-api.ts';

/**
 * Why the value of a field was refused, until the value changes: the browser submits no form with a field that is
 * marked as invalid.
 */
export function useFieldProblem(error: Error | null, field: string, value: string): string | undefined {
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  return refused.value === value ? fieldProblem(error, field) : undefined;
}
