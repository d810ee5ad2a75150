import { CallsideError } from '@callside/client';

/** Runs an example to its end; what Callside refuses is told in a line. */
export async function runExample(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof CallsideError)) throw error;
    console.error(`${error.message}${error.requestId === null ? '' : ` (request ${error.requestId})`}`);
    process.exitCode = 1;
  }
}
