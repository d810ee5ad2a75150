import { useRef } from 'react';

type Work<Args extends unknown[]> = (...args: Args) => Promise<boolean>;

/**
 * Work that does not begin again before it has ended; then it resolves to false. A button is disabled only with the next render, and
 * a second click may come before that.
 */
export function oneAtATime<Args extends unknown[]>(isBusy: { current: boolean }, work: Work<Args>): Work<Args> {
  return async (...args) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    try {
      return await work(...args);
    } finally {
      isBusy.current = false;
    }
  };
}

/** For a component: the work of all renders counts as the same. */
export function useOneAtATime<Args extends unknown[]>(work: Work<Args>): Work<Args> {
  return oneAtATime(useRef(false), work);
}
