/** The environment of a process that tests start. It contains no settings of services. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH };
}
