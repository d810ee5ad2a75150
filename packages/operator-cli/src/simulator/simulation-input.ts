import type { PlanInput } from './simulation-plan.ts';

/** The options of a run. */
export interface SimulationInput extends PlanInput {
  brand: { id: string; slug: string };
  /** Prefix of the names of everything that the run creates. */
  run: string;
  servers: readonly string[];
}
