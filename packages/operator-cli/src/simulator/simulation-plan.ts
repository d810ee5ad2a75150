import type { CallEventName } from '@callside/schemas';
import type { Brand } from '../brand.ts';

export interface PlanInput {
  reps: number;
  calls: number;
  /** Events a second, of all reps together. */
  rate: number;
}

/** The options of a run. */
export interface SimulationInput extends PlanInput {
  brand: Brand;
  /** Prefix of the names of everything that the run creates. */
  run: string;
  servers: readonly string[];
  keyPrefix: string;
  sessionSecrets: readonly string[];
}

export interface PlannedEvent {
  /** From 1. */
  call: number;
  phoneNumber: string;
  customerId: string | null;
  event: CallEventName;
  /** Time since the beginning of the run. */
  atMs: number;
}

export interface PlannedRep {
  /** From 1. */
  number: number;
  tabs: number;
  /** In order of sending. */
  events: PlannedEvent[];
}

const episodes = [
  [],
  ['recording-paused', 'recording-resumed'],
  ['hold-started', 'hold-ended'],
  ['hold-started', 'hold-ended', 'recording-paused', 'recording-resumed'],
] as const;

/** The calls of one rep are sequential; each rep's events come at roughly even intervals. `random`: from 0 to 1. */
export function planSimulation({ reps, calls, rate }: PlanInput, random: () => number): PlannedRep[] {
  const intervalMs = (Math.min(reps, calls) / rate) * 1000;
  return Array.from({ length: reps }, (_, index): PlannedRep => {
    let atMs = random() * intervalMs;
    const events: PlannedEvent[] = [];
    for (let call = index + 1; call <= calls; call += reps) {
      const customer = { phoneNumber: fictionalNumber(call), customerId: random() < 0.5 ? `${call}` : null };
      const middle = episodes[Math.floor(random() * episodes.length)] ?? [];
      for (const event of ['call-started', ...middle, 'call-ended'] as const) {
        events.push({ call, ...customer, event, atMs });
        atMs += intervalMs * (0.5 + random());
      }
    }
    return { number: index + 1, tabs: random() < 0.5 ? 2 : 3, events };
  });
}

/** The line 555-01xx of every area. */
function fictionalNumber(call: number): string {
  const area = 200 + (Math.floor(call / 100) % 800);
  return `+1${area}55501${String(call % 100).padStart(2, '0')}`;
}
