import { parseArgs } from 'node:util';

export const measurementNames = ['throughput', 'latency', 'memory'] as const;
export type MeasurementName = (typeof measurementNames)[number];

export interface CommandLine {
  measurements: MeasurementName[];
  rounds: number;
  seconds: number;
  profile: boolean;
}

export const usage = `npm run bench -- [--only throughput,latency,memory] [--rounds 3] [--seconds 5] [--profile]

  --only       measure these, separated by commas
  --rounds     rounds of throughput and latency, the contenders in turns
  --seconds    of a round
  --profile    write a CPU profile of the single instance under load to bench/results/`;

/** Throws with what is wrong. */
export function parseCommandLine(args: string[]): CommandLine {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: measurementNames.join(',') },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      profile: { type: 'boolean', default: false },
    },
  });
  return {
    measurements: values.only.split(',').map(toMeasurement),
    rounds: toCount('--rounds', values.rounds),
    seconds: toCount('--seconds', values.seconds),
    profile: values.profile,
  };
}

function toMeasurement(text: string): MeasurementName {
  const name = measurementNames.find((known) => known === text.trim());
  if (name === undefined) throw new Error(`--only knows ${measurementNames.join(', ')}, not "${text}"`);
  return name;
}

function toCount(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${option} wants a whole number from 1, not "${text}"`);
  return count;
}
