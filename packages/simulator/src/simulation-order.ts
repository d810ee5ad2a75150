import type { PlanOrder } from './simulation-plan.ts';

/** The options of a run. */
export interface SimulationOrder extends PlanOrder {
  brand: { id: string; slug: string };
  /** Prefix of the names of everything that the run creates. */
  run: string;
  servers: readonly string[];
}
