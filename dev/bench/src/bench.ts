import type { ServiceProcess } from '@callside/test-kit';
import type { BaseData } from './base-data.ts';
import type { ImportedShop } from './offers/imported-shop.ts';
import type { ServerStarts } from './servers.ts';

/** What a measurement uses. */
export interface Bench {
  baseData: BaseData;
  redisUrl: string;
  starts: ServerStarts;
  /** Generated and imported at the first call. */
  shop: () => Promise<ImportedShop>;
  /** Number of stored events for the measurement of growth. */
  events: number;
  rounds: number;
  /** Length of a round. */
  seconds: number;
  /** Arguments of Node.js that profile the single instance under load; usually none. */
  profileArgs: readonly string[];
  /** Ensures that a server ends with the measurement, even after an error. */
  use: (starting: Promise<ServiceProcess>) => Promise<ServiceProcess>;
  atEnd: (release: () => void | Promise<void>) => void;
  progress: (line: string) => void;
}
