import { StepFailed } from './run-step.mjs';

/** Runs a script's main function. What a user can act on is shown without a stack trace. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`\n${error instanceof StepFailed ? error.message : (error?.stack ?? error)}\n`);
  }
}
