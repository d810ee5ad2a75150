import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const lockfile = parse(readFileSync(`${import.meta.dirname}/../../pnpm-lock.yaml`, 'utf8')) as {
  packages: Record<string, { os?: string[]; cpu?: string[]; libc?: string[] }>;
};

/** Where developers and servers run the project. */
const systems = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
];

/** The systems of each set of native packages, such as `@turbo/linux-64` and `@turbo/darwin-arm64`. */
function nativePackages(): Map<string, Set<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [id, { os = [], cpu = [], libc = [] }] of Object.entries(lockfile.packages)) {
    const named = os.find((name) => id.includes(name));
    if (named === undefined || libc.includes('musl')) continue;
    const set = id.slice(0, id.lastIndexOf(named)) + id.slice(id.lastIndexOf('@'));
    const found = sets.get(set) ?? new Set();
    for (const system of os.flatMap((name) => cpu.map((processor) => `${name} ${processor}`))) found.add(system);
    sets.set(set, found);
  }
  return sets;
}

// pnpm may write a lockfile without the packages of other systems. Then an install there succeeds, and the programs are missing.
it('each program of the lockfile can be installed on every supported system', () => {
  const sets = [...nativePackages()].filter(([, found]) => found.has('linux x64'));
  expect(sets.length).toBeGreaterThan(5);
  const missing = sets.flatMap(([set, found]) =>
    systems.filter(({ os, cpu }) => !found.has(`${os} ${cpu}`)).map(({ os, cpu }) => `${set}: ${os} ${cpu}`),
  );
  expect(missing).toEqual([]);
});
