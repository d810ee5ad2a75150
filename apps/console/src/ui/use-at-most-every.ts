import { startTransition, useEffect, useRef, useState } from 'react';

/**
 * A value that follows `value` after `value` was painted, and then at most once in `ms` milliseconds. It is for parts of a page that
 * must not delay the first part.
 */
export function useAtMostEvery<T>(ms: number, value: T): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const waitMs = Math.max(0, changedAt.current + ms - performance.now());
    const timer = setTimeout(() => {
      changedAt.current = performance.now();
      startTransition(() => setShown(value));
    }, waitMs);
    return () => clearTimeout(timer);
  }, [ms, value]);
  return shown;
}
