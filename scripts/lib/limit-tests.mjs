import { setTimeout as wait } from 'node:timers/promises';
import { addEventHandler } from 'jest-circus';

// For tests that hang: on a busy machine a test that passes takes many times as long.
const longestMs = 180_000;

// The state is that of the runner, which may have a jest-circus of its own.
addEventHandler(({ name, timeout = longestMs }, { currentDescribeBlock: { children, hooks } }) => {
  const added = name === 'add_test' ? children.at(-1) : name === 'add_hook' ? hooks.at(-1) : undefined;
  if (added?.fn) added.fn = limited(added.fn, timeout);
});

/** The runner itself has no limit of time, and does not tell which test failed. */
function limited(run, timeoutMs) {
  return async () => {
    const done = new AbortController();
    const limit = wait(timeoutMs, undefined, { ref: false, signal: done.signal }).then(() => {
      throw new Error(`It has not ended after ${timeoutMs / 1000} s.`);
    });
    limit.catch(() => {});
    try {
      await Promise.race([run(), limit]);
    } catch (error) {
      await globalThis.onTestFailure?.();
      throw error;
    } finally {
      done.abort();
    }
  };
}
