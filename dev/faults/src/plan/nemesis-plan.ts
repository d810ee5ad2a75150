// The faults of one round, drawn from the seed before the run.

import type { FaultKind, FaultTarget } from '../history/occurrences/faults.ts';
import type { Draws } from './draws.ts';

export interface PlannedFault {
  atMs: number;
  /** Time until the repair; restarts take additional time. */
  forMs: number;
  kind: FaultKind;
  target: FaultTarget;
  /** For a loss: whether the affected connections are closed in the end, or continue late. */
  cuts: boolean;
  /** For slow commits: the time that each takes longer. */
  delayMs: number;
  /** Whether the instance receives many events directly before the fault. */
  isAfterBurst: boolean;
}

export interface PlannedNap {
  atMs: number;
  forMs: number;
  /** Index of the tab, from 0. */
  tab: number;
}

interface NemesisOptions {
  draws: Draws;
  durationMs: number;
  instances: number;
  tabs: number;
  reps: number;
}

type Episode = (Omit<PlannedFault, 'cuts' | 'delayMs' | 'isAfterBurst'> & { isAfterBurst?: true })[];
type Plan = (options: NemesisOptions) => Episode;

const service = ({ draws, instances }: NemesisOptions): FaultTarget => ({
  kind: 'service',
  instance: draws.whole(1, instances),
});
const link = ({ draws, instances }: NemesisOptions, to: 'postgres' | 'redis'): FaultTarget => ({
  kind: 'link',
  instance: draws.whole(1, instances),
  to,
});
const loss = ({ draws }: NemesisOptions): FaultKind => draws.pick(['lose requests', 'lose answers', 'lose both ways']);
const early = ({ draws, durationMs }: NemesisOptions) => draws.whole(500, Math.round(durationMs / 3));
const anyTime = ({ draws, durationMs }: NemesisOptions) => draws.whole(500, durationMs);

const episodes: readonly [readonly [number, Plan], ...(readonly [number, Plan])[]] = [
  [3, (o) => [{ atMs: anyTime(o), forMs: o.draws.whole(100, 4000), kind: 'kill', target: service(o) }]],
  [2, (o) => [{ atMs: anyTime(o), forMs: o.draws.whole(1000, 8000), kind: 'stop', target: service(o) }]],
  [
    2,
    (o) => [
      { atMs: anyTime(o), forMs: o.draws.whole(100, 3000), kind: 'immediate stop', target: { kind: 'postgres' } },
    ],
  ],
  [3, (o) => [{ atMs: early(o), forMs: o.draws.whole(1000, 14_000), kind: 'kill', target: { kind: 'redis' } }]],
  [2, (o) => [{ atMs: early(o), forMs: o.draws.whole(1000, 12_000), kind: 'stop', target: { kind: 'redis' } }]],
  [1, (o) => [{ atMs: anyTime(o), forMs: 0, kind: 'flush', target: { kind: 'redis' } }]],
  [3, (o) => [{ atMs: early(o), forMs: o.draws.whole(2000, 14_000), kind: loss(o), target: link(o, 'redis') }]],
  [2, (o) => [{ atMs: anyTime(o), forMs: o.draws.whole(500, 7000), kind: loss(o), target: link(o, 'postgres') }]],
  [
    3,
    (o) => [{ atMs: early(o), forMs: o.draws.whole(4000, 14_000), kind: 'slow commits', target: { kind: 'postgres' } }],
  ],
  [3, heldRows],
  [2, islanded],
  [3, redisReturnsFirst],
  [2, killedInABurst],
  [2, rollingRestart],
];

/** Another session holds the rows of reps, for example that of an operator: it must delay only these reps. */
function heldRows(options: NemesisOptions): Episode {
  const { draws, reps } = options;
  return Array.from({ length: draws.whole(1, 2) }, () => ({
    atMs: early(options),
    forMs: draws.whole(1000, 17_000),
    kind: 'hold',
    target: { kind: 'row', rep: `rep ${draws.whole(1, reps)}` },
  }));
}

/** An instance reaches neither PostgreSQL nor Redis, and keeps its clients. */
function islanded(options: NemesisOptions): Episode {
  const instance = options.draws.whole(1, options.instances);
  const [atMs, forMs] = [early(options), options.draws.whole(4000, 12_000)];
  const cut = (to: 'postgres' | 'redis') =>
    ({ atMs, forMs, kind: loss(options), target: { kind: 'link', instance, to } }) as const;
  return [cut('postgres'), cut('redis')];
}

/** Redis runs again while PostgreSQL is down, so missed events cannot be read at once. */
function redisReturnsFirst(options: NemesisOptions): Episode {
  const { draws } = options;
  const atMs = anyTime(options);
  const redisForMs = draws.whole(1500, 5000);
  const postgresAtMs = atMs + draws.whole(500, redisForMs - 500);
  const forMs = atMs + redisForMs + draws.whole(800, 2500) - postgresAtMs;
  return [
    { atMs, forMs: redisForMs, kind: 'kill', target: { kind: 'redis' } },
    { atMs: postgresAtMs, forMs, kind: 'immediate stop', target: { kind: 'postgres' } },
  ];
}

/** A service is killed right after many events, before it marked them as announced: the other instances must find them. */
function killedInABurst(options: NemesisOptions): Episode {
  const forMs = options.draws.whole(100, 3000);
  return [{ atMs: anyTime(options), forMs, kind: 'kill', target: service(options), isAfterBurst: true }];
}

/** A deployment: every instance ends in order and starts again, one after the other. */
function rollingRestart(options: NemesisOptions): Episode {
  const { draws, instances } = options;
  const atMs = early(options);
  const everyMs = draws.whole(1500, 5000);
  return Array.from({ length: instances }, (_, index) => ({
    atMs: atMs + index * everyMs,
    forMs: draws.whole(0, 1000),
    kind: 'restart',
    target: { kind: 'service', instance: index + 1 },
  }));
}

/** In order of their times. */
export function planFaults(options: NemesisOptions): PlannedFault[] {
  const { draws } = options;
  return Array.from({ length: draws.whole(1, 3) }, () => draws.weighted(episodes)(options))
    .concat(draws.chance(0.4) ? [recommenderFault(options)] : [])
    .flat()
    .map((fault) => ({ isAfterBurst: false, ...fault, cuts: draws.chance(0.5), delayMs: draws.whole(200, 1500) }))
    .sort((one, other) => one.atMs - other.atMs);
}

function recommenderFault(options: NemesisOptions): Episode {
  const { draws } = options;
  const forMs = draws.whole(300, 4000);
  return [
    draws.chance(0.6)
      ? { atMs: anyTime(options), forMs, kind: draws.pick(['kill', 'stop']), target: { kind: 'recommender' } }
      : {
          atMs: anyTime(options),
          forMs,
          kind: loss(options),
          target: { kind: 'link', instance: 'recommender', to: 'postgres' },
        },
  ];
}

export function planNaps(options: NemesisOptions): PlannedNap[] {
  const { draws, tabs } = options;
  return Array.from({ length: draws.whole(0, 3) }, () => ({
    atMs: anyTime(options),
    forMs: draws.whole(500, 9000),
    tab: draws.whole(0, tabs - 1),
  }));
}
