import { availableParallelism } from 'node:os';
import LightRunner from 'jest-light-runner';

/**
 * Runs unit tests in threads of plain Node, which load a module once, not once for each test file. This takes a third of the processor
 * time of Jest's own runner. docs/decisions/2026-11-25-unit-tests-in-plain-node.md says what it asks of a test.
 */
export default class UnitTestRunner extends LightRunner {
  constructor(globalConfig, ...rest) {
    // With one worker, it would run the tests in this thread, which cannot load TypeScript.
    const maxWorkers = Math.max(2, Math.min(globalConfig.maxWorkers, availableParallelism()));
    super({ ...globalConfig, maxWorkers }, ...rest);
  }
}
