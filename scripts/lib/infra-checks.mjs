/**
 * The checks of `npm run verify:infra`, in the order in which they run. A check is skipped when its tool is absent and cannot be
 * installed.
 *
 * - `tool`: a command on PATH; `debianPackage`: the package that has it, null when Debian has none.
 * - `run({ execute, dir })`: rejects when something is wrong. `execute(command, args, options)` runs a command in the project's root,
 *   resolves to its output, and rejects with it when the exit code is not 0. `dir` is an empty directory for temporary files.
 *
 * @type {readonly {
 *   name: string,
 *   tool: string,
 *   debianPackage: string | null,
 *   run: (context: { execute: (command: string, args: string[], options?: object) => Promise<string>, dir: string }) => Promise<unknown>,
 * }[]}
 */
export const infraChecks = [
  {
    name: 'shell scripts',
    tool: 'shellcheck',
    debianPackage: 'shellcheck',
    run: async ({ execute }) => {
      const files = await execute('git', ['grep', '-lE', '^#!.*[/ ](ba|da)?sh', '--', '.ci', 'infra', 'scripts']);
      await execute('shellcheck', files.trim().split('\n'));
    },
  },
];
