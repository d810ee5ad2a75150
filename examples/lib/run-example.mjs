import { CallsideError } from '@callside/client';

/** Runs an example to its end. Prints an error of Callside in one line. */
export async function runExample(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof CallsideError)) throw error;
    console.error(`${error.message}${error.requestId === null ? '' : ` (request ${error.requestId})`}`);
    process.exitCode = 1;
  }
}
