import { parseArgs } from 'node:util';

export interface CommandLine {
  seed: number;
  minutes: number;
  instances: number;
  reps: number;
  /** Multiplies the waits of senders between their attempts. */
  retryScale: number;
  output: string;
  keepsGoing: boolean;
  /** A history to check instead of a run; null: none. */
  historyFile: string | null;
  isHelp: boolean;
}

export const usage = `npm run faults -- [--seed 1] [--minutes 10] [--instances 3] [--reps 6] [--retry-scale 0.25] [--output DIR] [--keep-going]
npm run faults -- --check FILE

  --seed         draws traffic and faults; the same seed draws the same plan
  --minutes      duration of traffic and faults; the last round is finished
  --instances    number of instances of the call-events service
  --reps         number of reps, each with tabs and companions
  --retry-scale  multiplies the waits of senders between attempts (1 s, 4 s, 15 s)
  --output       directory for the history and the report; by default bench/results/faults
  --keep-going   do not end at the first violation
  --check        check the history of an earlier run again, without starting services`;

/** Throws an error that names the invalid option. */
export function parseCommandLine(args: string[], defaults: { output: string }): CommandLine {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '10' },
      instances: { type: 'string', default: '3' },
      reps: { type: 'string', default: '6' },
      'retry-scale': { type: 'string', default: '0.25' },
      output: { type: 'string', default: defaults.output },
      'keep-going': { type: 'boolean', default: false },
      check: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    seed: toNumber('--seed', values.seed, { isWhole: true, least: 0 }),
    minutes: toNumber('--minutes', values.minutes, { isWhole: false, least: 0.1 }),
    instances: toNumber('--instances', values.instances, { isWhole: true, least: 1 }),
    reps: toNumber('--reps', values.reps, { isWhole: true, least: 1 }),
    retryScale: toNumber('--retry-scale', values['retry-scale'], { isWhole: false, least: 0.01 }),
    output: values.output,
    keepsGoing: values['keep-going'],
    historyFile: values.check ?? null,
    isHelp: values.help,
  };
}

function toNumber(option: string, text: string, { isWhole, least }: { isWhole: boolean; least: number }): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number) || number < least || (isWhole && !Number.isInteger(number))) {
    throw new Error(`${option} must be a ${isWhole ? 'whole ' : ''}number from ${least}, not "${text}"`);
  }
  return number;
}
