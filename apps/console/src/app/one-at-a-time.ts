import { useRef } from 'react';

/**
 * Work that does not begin again before it has ended. Resolves to whether it was done: false if it failed, or has not begun. A button is
 * disabled only with the next render, and a second click may come before that.
 */
export function oneAtATime<Args extends unknown[]>(
  isBusy: { current: boolean },
  work: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<boolean> {
  return async (...args) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    try {
      await work(...args);
      return true;
    } catch {
      // Shown by the mutation that did the work.
      return false;
    } finally {
      isBusy.current = false;
    }
  };
}

/** For a component: the work of all renders counts as the same. */
export function useOneAtATime<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<boolean> {
  return oneAtATime(useRef(false), work);
}
