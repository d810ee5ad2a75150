import { parseArgs } from 'node:util';

/** Measured by default: each figure has a baseline of the same minutes. */
export const serviceMeasurements = ['throughput', 'latency', 'held-row', 'recommend', 'recommend-load'] as const;
/** Measured only on request, because they take minutes or have no baseline. */
export const longMeasurements = ['painted', 'memory', 'growth', 'reconnect-storm'] as const;
export type Measurement = (typeof serviceMeasurements | typeof longMeasurements)[number];
const measurementNames = [...serviceMeasurements, ...longMeasurements, 'ranking-quality'] as const;

/** The data for measuring the quality of rankings. */
export interface RankingData {
  /** A folder for each shop. */
  directory: string;
  /** Orders to predict, by shop. */
  heldOut: ReadonlyMap<string, string>;
  full: boolean;
  /** Keeps scores of baselines for later runs; null: they are computed again. */
  scoresDirectory: string | null;
}

export interface CommandLine {
  measurements: Measurement[];
  /** Null when the quality of rankings is not measured. */
  rankingData: RankingData | null;
  /** Number of stored events for the measurement of growth. */
  events: number;
  rounds: number;
  seconds: number;
  profile: boolean;
  help: boolean;
}

const defaultEvents = 1_000_000;

export const usage = `npm run bench -- [--only throughput,recommend] [--rounds 3] [--seconds 5] [--profile]
npm run bench -- --only ranking-quality --data DIR [--held-out SHOP=FILE] [--full] [--scores DIR]

  --only       measure these, separated by commas: ${serviceMeasurements.join(', ')};
               and only on request: ${longMeasurements.join(', ')}
  --events     number of stored events for growth: ${defaultEvents} by default
  --rounds     number of rounds; the contenders take turns
  --seconds    length of a round
  --profile    write a CPU profile of the single instance under load to bench/results/
  --data       purchase histories, a folder for each shop
  --held-out   ask for the orders in this file instead of a shop's last ones; may be given for several shops
  --full       ask for all customers of a shop, not for a sample
  --scores     keep the scores of the baselines in this directory, and use the stored ones in later runs`;

/** Throws an error that describes the invalid argument. */
export function parseCommandLine(args: string[]): CommandLine {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      events: { type: 'string', default: String(defaultEvents) },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      profile: { type: 'boolean', default: false },
      data: { type: 'string' },
      'held-out': { type: 'string', multiple: true, default: [] },
      full: { type: 'boolean', default: false },
      scores: { type: 'string' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  const { data, full, scores = null } = values;
  const byDefault = data === undefined ? serviceMeasurements : [...serviceMeasurements, 'ranking-quality' as const];
  const measurements = values.only?.split(',').map(toMeasurement) ?? [...byDefault];
  const ranksOffers = measurements.includes('ranking-quality');
  if (ranksOffers && data === undefined) throw new Error('ranking-quality needs purchase histories: --data DIR');
  if (!ranksOffers && data !== undefined) throw new Error('--data is for ranking-quality, which --only does not name');
  const heldOut = new Map(values['held-out'].map(toHeldOut));
  return {
    measurements: [...serviceMeasurements, ...longMeasurements].filter((name) => measurements.includes(name)),
    rankingData: data === undefined ? null : { directory: data, heldOut, full, scoresDirectory: scores },
    events: toCount('--events', values.events),
    rounds: toCount('--rounds', values.rounds),
    seconds: toCount('--seconds', values.seconds),
    profile: values.profile,
    help: values.help,
  };
}

function toMeasurement(text: string): (typeof measurementNames)[number] {
  const name = measurementNames.find((known) => known === text.trim());
  if (name === undefined) throw new Error(`--only takes ${measurementNames.join(', ')}, not "${text}"`);
  return name;
}

function toHeldOut(text: string): [shop: string, file: string] {
  const [shop = '', file = ''] = text.split('=');
  if (shop === '' || file === '') throw new Error(`--held-out must be SHOP=FILE, not "${text}"`);
  return [shop, file];
}

function toCount(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${option} must be a whole number from 1, not "${text}"`);
  return count;
}
