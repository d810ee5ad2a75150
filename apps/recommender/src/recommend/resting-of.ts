import { normaliseSku, saysHasIt } from '@callside/schemas';
import { type Catalogue, localDay, matchHistory, type Resting } from '../ranking/index.ts';
import type { BrandSettings } from '../shop/index.ts';
import type { Refusals } from './recommendation.ts';

export type RestSettings = Pick<BrandSettings, 'timeZone' | 'justBoughtDays' | 'restDays'>;

/** What rests for a customer, in the terms of the catalogue and of the brand's calendar. Products that it does not have are left out. */
export function restingOf(
  catalogue: Catalogue,
  { returned, declined }: Refusals,
  { timeZone, justBoughtDays, restDays }: RestSettings,
): Resting {
  const products = matchHistory(catalogue, returned);
  return {
    justBoughtDays,
    restDays,
    returned: returned.flatMap(({ at }, index) => {
      const item = products[index]?.item ?? null;
      return item === null ? [] : [{ item, day: localDay(at, timeZone) }];
    }),
    declined: declined.flatMap(({ sku, at, call, reason }) => {
      const item = catalogue.indexOfSku(normaliseSku(sku));
      return item === undefined ? [] : [{ item, day: localDay(at, timeZone), call, hasIt: saysHasIt(reason) }];
    }),
  };
}
