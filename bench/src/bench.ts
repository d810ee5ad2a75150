import type { Ground } from './ground.ts';
import type { OfferGround, ShopSize } from './offers/offer-ground.ts';
import type { MeasuredServer, ServerStarts } from './servers.ts';

/** What a measurement works with. */
export interface Bench {
  ground: Ground;
  redisUrl: string;
  starts: ServerStarts;
  /** Generated and imported when it is first asked for. */
  shop: (size: ShopSize) => Promise<OfferGround>;
  /** On file, where growth is measured. */
  events: number;
  rounds: number;
  /** Of a round. */
  seconds: number;
  /** Arguments of Node.js that profile the single instance under load; usually none. */
  profileArgs: readonly string[];
  /** Sees to it that a server ends with the measurement, however that ends. */
  use: (starting: Promise<MeasuredServer>) => Promise<MeasuredServer>;
  atEnd: (release: () => void | Promise<void>) => void;
  progress: (line: string) => void;
}
