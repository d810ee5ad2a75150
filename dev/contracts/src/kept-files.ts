import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Document } from './compare/contract-changes.ts';
import { keptVersionFor, refusalOf } from './compare/kept-contract.ts';
import { createContracts } from './contracts.ts';

/**
 * Why clients of the contract that is kept for the line of this version would break; null when they would not. `directory` has one
 * directory for each published version.
 */
export function refusalOfCurrent(directory: string, version: string): string | null {
  const kept = existsSync(directory) ? readdirSync(directory) : [];
  const keptVersion = keptVersionFor(version, kept);
  if (keptVersion === null) return null;
  const contracts = Object.entries(createContracts(version) as unknown as Record<string, Document>);
  return refusalOf(
    contracts.flatMap(([name, current]) => {
      const file = path.join(directory, keptVersion, name);
      // A service or a kind of contract that was not published then.
      if (!existsSync(file)) return [];
      return [{ name, keptVersion, old: JSON.parse(readFileSync(file, 'utf8')), current }];
    }),
  );
}

/** Keeps the contracts of a version that is published. Throws when clients of its line would break. */
export function keepContracts(directory: string, version: string): void {
  const refusal = refusalOfCurrent(directory, version);
  if (refusal !== null) throw new Error(refusal);
  mkdirSync(path.join(directory, version), { recursive: true });
  for (const [name, contract] of Object.entries(createContracts(version))) {
    writeFileSync(path.join(directory, version, name), `${JSON.stringify(contract, null, 1)}\n`);
  }
}
