import { Draws } from './draws.ts';
import { type PlannedFault, type PlannedNap, planFaults, planNaps } from './nemesis-plan.ts';
import { type PlannedEvent, planTraffic } from './traffic.ts';

export interface RoundPlan {
  round: number;
  durationMs: number;
  events: PlannedEvent[];
  faults: PlannedFault[];
  naps: PlannedNap[];
}

export interface RoundOptions {
  seed: number;
  round: number;
  durationMs: number;
  emails: readonly string[];
  strangerEmail: string;
  instances: number;
  tabs: number;
  meanGapMs: number;
}

/** The first round has no faults: it shows that the harness itself works. */
export function planRound(options: RoundOptions): RoundPlan {
  const { seed, round, durationMs, instances, tabs } = options;
  const drawsOf = (what: string) => new Draws(`${seed} ${round} ${what}`);
  const nemesis = { durationMs, instances, tabs, reps: options.emails.length };
  const isCalm = round === 0;
  const faults = isCalm ? [] : planFaults({ ...nemesis, draws: drawsOf('faults') });
  const bursts = faults.filter(({ isAfterBurst }) => isAfterBurst).flatMap((fault) => burstBefore(fault, options));
  return {
    round,
    durationMs,
    events: [...planTraffic({ ...options, draws: drawsOf('traffic') }), ...bursts],
    faults,
    naps: isCalm ? [] : planNaps({ ...nemesis, draws: drawsOf('naps') }),
  };
}

const burstMs = 80;
const burstOfEach = 4;

/** Hold events of every rep, at the instance that will be killed: they change no recording. */
function burstBefore({ atMs, target }: PlannedFault, { round, emails, seed }: RoundOptions): PlannedEvent[] {
  if (target.kind !== 'service') return [];
  const draws = new Draws(`${seed} ${round} burst ${atMs}`);
  return emails.flatMap((agentEmail, rep) =>
    Array.from({ length: burstOfEach }, (_, index) => ({
      atMs: atMs - draws.whole(0, burstMs),
      eventId: `round ${round} rep ${rep} burst ${atMs} event ${index}`,
      sharedId: null,
      event: draws.pick(['hold-started', 'hold-ended']),
      agentEmail,
      phoneNumber: null,
      customerId: null,
      occurredAt: null,
      deliveries: [{ afterMs: 0, instance: target.instance }],
    })),
  );
}
