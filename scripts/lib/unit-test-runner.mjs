import { availableParallelism } from 'node:os';
import { createRunner } from 'jest-light-runner';

const runtime = 'child_process';
const LightRunner = createRunner({ runtime });

/** TypeScript through tsx, and the sources of the workspace packages instead of their dist. */
const nodeOptions = ['--import', 'tsx', '--conditions=callside-source'];

/**
 * Runs unit tests in plain Node processes that load a module once, not once for each test file. This takes a third of the processor
 * time of Jest's own runner. docs/decisions/2026-11-25-unit-tests-in-plain-node.md says what it asks of a test.
 */
export default class UnitTestRunner extends LightRunner {
  constructor(globalConfig, ...rest) {
    // With one worker, it would run the tests in this process, which cannot load TypeScript.
    const maxWorkers = Math.max(2, Math.min(globalConfig.maxWorkers, availableParallelism()));
    super({ ...globalConfig, maxWorkers }, ...rest);
  }

  async runTests(...args) {
    const ownOptions = process.execArgv;
    process.execArgv = [...ownOptions, ...nodeOptions];
    try {
      await super.runTests(...args);
    } finally {
      process.execArgv = ownOptions;
    }
  }

  /**
   * jest-light-runner 0.7.13 has one channel for all workers, and each waits there for its settings before its first test. The answer to
   * one can go to all others before they listen: then they wait forever. So each test file gets a channel of its own.
   */
  _runTest(test) {
    const projectConfig = test.context.config;
    const runner = this._testRunners.get(projectConfig);
    // The first one makes the workers. No other file uses its channel.
    if (runner === undefined) return super._runTest(test);
    return runner.pool.run(test.path, {
      channel: channelWith({ globalConfig: this._globalConfig, projectConfig, runtime }),
    });
  }
}

function channelWith(workerData) {
  let send;
  return {
    onMessage: (listener) => {
      send = listener;
    },
    postMessage: (message) => {
      if (message === 'jest-light-runner-get-worker-data') send({ type: 'jest-light-runner-worker-data', workerData });
    },
  };
}
