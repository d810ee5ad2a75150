import { parseArgs } from 'node:util';
import { type TargetName, targetNames } from './targets/all-targets.ts';

export interface FuzzCommandLine {
  targets: TargetName[];
  /** Duration for each target. */
  seconds: number;
  seed: number;
  help: boolean;
}

export const usage = `npm run fuzz -- [--only event-body,cursor] [--seconds 60] [--seed 7]

Sends random cases to every boundary of both services and of the imports. It looks for a failure (5xx), a status that is not
documented, an answer that discloses the schema before the key is accepted, and a missing answer.
A case that is found is stored in dev/fuzz/corpus, and every later run checks it first. Exit code 1: a case was found.

  --only       run these targets, separated by commas: ${targetNames.join(', ')}
  --seconds    duration for each target
  --seed       seed of the random cases; by default it is taken from the clock`;

/** Throws an error that describes the invalid argument. */
export function parseCommandLine(args: readonly string[], now: number): FuzzCommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  const asked = values.only?.split(',') ?? targetNames;
  return {
    targets: asked.map(toTargetName),
    seconds: toNumber('--seconds', values.seconds),
    seed: values.seed === undefined ? now % 2 ** 31 : toNumber('--seed', values.seed),
    help: values.help,
  };
}

function toTargetName(text: string): TargetName {
  const name = targetNames.find((known) => known === text.trim());
  if (name === undefined) throw new Error(`unknown target ${text} in --only; it takes ${targetNames.join(', ')}`);
  return name;
}

function toNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} takes a whole number`);
  return Number(text);
}
