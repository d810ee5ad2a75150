import { type BreakingChange, breakingChanges, type Document } from './contract-changes.ts';

/**
 * Clients of one line keep working: 1.0.0 and 1.9.2 are of one line, as are 0.3.0 and 0.3.7. A breaking change needs a new line.
 */
export function lineOf(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}

/** The latest kept version of the line of `version`; null when nothing of this line is published yet. */
export function keptVersionFor(version: string, kept: string[]): string | null {
  const ofLine = kept.filter((other) => lineOf(other) === lineOf(version));
  return ofLine.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? null;
}

export interface Comparison {
  name: string;
  keptVersion: string;
  old: Document;
  current: Document;
}

/** The message when the gate fails; null when clients of the kept version keep working. */
export function refusalOf(comparisons: Comparison[]): string | null {
  const lines = comparisons.flatMap(({ name, keptVersion, old, current }) =>
    breakingChanges(old, current).map((change) => `- ${name}, against ${keptVersion}: ${describe(change)}`),
  );
  if (lines.length === 0) return null;
  return [
    'Clients of the published contract would break:',
    ...lines,
    '',
    'Keep the published contract and add to it: a new member, status or operation breaks no client. If it must break, raise the version in',
    'package.json to the next line (docs/versioning.md) and run `npm run contracts -- --keep`.',
  ].join('\n');
}

function describe({ where, what, whom }: BreakingChange): string {
  return `${where}: ${what} (breaks ${whom}).`;
}
