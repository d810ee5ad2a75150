import { addEventHandler } from 'jest-circus';

const limitMs = 120_000;

// The real ones: a test may have replaced the timers when its time begins.
const { setTimeout, clearTimeout } = globalThis;

/** The light runner waits for a test without limit. Each test gets a limit here when it is declared. */
addEventHandler(({ name }, { currentDescribeBlock }) => {
  if (name !== 'add_test') return;
  const test = currentDescribeBlock.children.at(-1);
  const { fn } = test;
  if (fn !== undefined) test.fn = () => withinLimit(fn);
});

async function withinLimit(fn) {
  let timer;
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The test did not end within ${limitMs / 1000} s.`)), limitMs);
  });
  try {
    return await Promise.race([fn(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
