import LightRunner from 'jest-light-runner';

const longestFileMs = 20 * 60_000;

/**
 * Runs tests in threads of plain Node, which load a module once, not once for each test file.
 * docs/decisions/2026-11-25-tests-in-plain-node.md has figures, and what it asks of a test.
 */
export default class PlainNodeRunner extends LightRunner {
  constructor(globalConfig, ...rest) {
    // With one worker, it would run the tests in this thread, which cannot load TypeScript.
    super({ ...globalConfig, maxWorkers: Math.max(2, globalConfig.maxWorkers) }, ...rest);
  }

  /** A thread that a test blocks cannot end the test itself. */
  runTests(tests, watcher, onStart, onResult, onFailure) {
    const limits = new Map();
    const start = (test) => {
      limits.set(
        test,
        setTimeout(() => endRun(test), longestFileMs),
      );
      return onStart(test);
    };
    const ended = (report) => (test, outcome) => {
      clearTimeout(limits.get(test));
      return report(test, outcome);
    };
    return super.runTests(tests, watcher, start, ended(onResult), ended(onFailure));
  }
}

function endRun({ path }) {
  process.stderr.write(`${path} has not ended after ${longestFileMs / 60_000} minutes.\n`);
  process.exit(1);
}
