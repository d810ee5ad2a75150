/** What the harness hands on to the processes that it starts: nothing that would configure them. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TZ } = process.env;
  return { PATH, HOME, LANG, TZ };
}
