import { findCommand } from '@callside/embedded';

/**
 * For tests of a program that is a package of Debian, which `npm test` installs if it has permission. Where it is absent they are
 * skipped, and their title names the package.
 */
export function describeWith(packages: Record<string, string>): (title: string, tests: () => void) => void {
  const missing = Object.entries(packages).filter(([command]) => findCommand(command) === null);
  if (missing.length === 0) return (title, tests) => describe(title, tests);
  const names = missing.map(([, name]) => name).join(', ');
  return (title, tests) => describe.skip(`${title} (skipped: apt-get install ${names})`, tests);
}
