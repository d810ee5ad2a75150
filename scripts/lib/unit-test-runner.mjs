import { availableParallelism } from 'node:os';
import { createRunner } from 'jest-light-runner';

const LightRunner = createRunner({ runtime: 'child_process' });

/** TypeScript through tsx, and the sources of the workspace packages instead of their dist. */
const nodeOptions = ['--import', 'tsx', '--conditions=callside-source'];

/**
 * Runs unit tests in plain Node processes that load a module once, not once for each test file: a third of the processor time that
 * Jest's own runner takes. Modules that cannot be loaded twice in a process, and tests that replace modules, are not for it.
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
}
