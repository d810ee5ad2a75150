import type { Database } from '@callside/database';
import type { FeatureSchema } from '../ranking/index.ts';
import { localDay, rowsBefore } from '../ranking/index.ts';
import { readBrandSettings, readCatalogue, readPurchaseRows, readUnitCosts } from '../shop/index.ts';
import { readCatalogueRecords } from './catalogue-records.store.ts';
import { readRecordedOffers } from './recorded-offers.store.ts';
import type { RankerData } from './shop-as-of.ts';

interface RankerDataRequest {
  brandId: string;
  /** Orders of tomorrow and later, in the brand's time zone, are left out. */
  now: Date;
  featureSchema: FeatureSchema;
}

/** The data for training and evaluation: catalogue, orders and recorded offers as of one instant, as in serving. */
export function readRankerData(
  transaction: Database['transaction'],
  { brandId, now, featureSchema }: RankerDataRequest,
): Promise<RankerData> {
  return transaction(async (query) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const catalogue = await readCatalogue(query, brandId);
    const settings = await readBrandSettings(query, brandId);
    const timeZone = settings?.timeZone ?? 'UTC';
    const rows = rowsBefore(await readPurchaseRows(query, brandId, catalogue), localDay(now, timeZone) + 1);
    const records = await readCatalogueRecords(query, { brandId, timeZone, catalogue });
    const unitCosts = await readUnitCosts(query, brandId, catalogue);
    const recorded = await readRecordedOffers(query, { brandId, featureSchema });
    const justBoughtDays = settings?.justBoughtDays ?? 0;
    return { catalogue, rows, records, unitCosts, recorded, justBoughtDays };
  });
}
