import type { Brand } from '../brand.ts';
import type { PlanOrder } from './simulation-plan.ts';

/** What a run is to do, where and under which name. */
export interface SimulationOrder extends PlanOrder {
  brand: Brand;
  /** Names what the run makes. */
  run: string;
  servers: readonly string[];
  keyPrefix: string;
  sessionSecrets: readonly string[];
}
