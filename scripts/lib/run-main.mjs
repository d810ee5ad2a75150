import { StepFailed } from './run-step.mjs';

/** Runs a script's main function. Prints errors that a user can fix without a stack trace. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`\n${error instanceof StepFailed ? error.message : (error?.stack ?? error)}\n`);
  }
}
