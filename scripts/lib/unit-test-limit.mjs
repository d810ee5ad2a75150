import { addEventHandler } from 'jest-circus';

const limitMs = 120_000;

// The real ones: a test may have replaced the timers when its time begins.
const { setTimeout, clearTimeout } = globalThis;

/** The light runner waits for tests and hooks without limit. Each one gets a limit here when it is declared. */
addEventHandler(({ name }, { currentDescribeBlock }) => {
  if (name === 'add_test') limit(currentDescribeBlock.children.at(-1));
  if (name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1));
});

function limit(step) {
  const { fn } = step;
  if (fn === undefined) return;
  if (fn.length > 0) throw new Error('A unit test or hook has no `done`: return a promise.');
  step.fn = () => withinLimit(fn);
}

async function withinLimit(fn) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The test or hook did not end within ${limitMs / 1000} s.`)), limitMs);
  });
  try {
    return await Promise.race([fn(), late]);
  } finally {
    clearTimeout(timer);
  }
}
