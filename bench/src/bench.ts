import type { ServiceProcess } from '@callside/test-kit';
import type { Ground } from './ground.ts';
import type { OfferGround, ShopSize } from './offers/offer-ground.ts';
import type { LargeShopSize } from './scale/large-shop.ts';
import type { ServerStarts } from './servers.ts';

/** What a measurement uses. */
export interface Bench {
  ground: Ground;
  redisUrl: string;
  starts: ServerStarts;
  /** Generated and imported at the first call. */
  shop: (size: ShopSize) => Promise<OfferGround>;
  /** Number of stored events for the measurement of growth. */
  events: number;
  /** Size of the shop for the measurement of scale. */
  largeShopSize: LargeShopSize;
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
