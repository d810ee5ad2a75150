/** The environment that the harness passes to the processes that it starts. It contains no settings of theirs. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TZ } = process.env;
  return { PATH, HOME, LANG, TZ };
}
