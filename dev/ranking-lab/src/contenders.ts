import { attributes } from './baselines/attributes.ts';
import { customerNeighbours } from './baselines/customer-neighbours.ts';
import { ease } from './baselines/ease.ts';
import { followers } from './baselines/followers.ts';
import { basketNeighbours, customersItemNeighbours } from './baselines/item-neighbours.ts';
import { mixedFrequency, personalFrequency } from './baselines/personal-frequency.ts';
import { overallPopularity, recentPopularity } from './baselines/popularity.ts';
import { tifuKnn } from './baselines/tifu-knn.ts';
import { upCf } from './baselines/up-cf.ts';
import { type Contender, toContender } from './tuning.ts';

/** Popular items. They also fill up the lists of the others. */
export const filler: Contender = toContender(recentPopularity);

export const contenders: readonly Contender[] = [
  toContender(overallPopularity),
  filler,
  toContender(personalFrequency),
  toContender(mixedFrequency),
  toContender(basketNeighbours),
  toContender(customersItemNeighbours),
  toContender(followers),
  toContender(customerNeighbours),
  toContender(upCf),
  toContender(tifuKnn),
  toContender(ease),
  toContender(attributes),
];
