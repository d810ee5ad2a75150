/** The parsed command line of this process. When it is invalid: prints why, with the usage, sets the exit code 2, and returns null. */
export function readCommandLine<Order>(parse: (args: string[]) => Order, usage: string): Order | null {
  try {
    return parse(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 2;
    return null;
  }
}
