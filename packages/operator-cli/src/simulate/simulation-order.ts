import type { Brand } from '../brand.ts';
import type { PlanOrder } from './simulation-plan.ts';

/** The options of a run. */
export interface SimulationOrder extends PlanOrder {
  brand: Brand;
  /** Prefix of the names of everything that the run creates. */
  run: string;
  servers: readonly string[];
  keyPrefix: string;
  sessionSecrets: readonly string[];
}
