import type { Database } from '@callside/database';
import { localDay } from '../domain/local-day.ts';
import { rowsBefore } from '../domain/purchase-rows.ts';
import type { FeatureSchema } from '../models/feature-schema.ts';
import type { RankerData } from '../training/train-ranker.ts';
import { readTimeZone } from './brand-time-zone.ts';
import { readRecordedOffers } from './recorded-offers-reader.ts';
import { readCatalogue } from './snapshots/catalogue-reader.ts';
import { readPurchaseRows } from './snapshots/purchase-rows-reader.ts';

interface RankerDataReaderOptions {
  transaction: Database['transaction'];
  featureSchema: FeatureSchema;
  now: () => Date;
}

/** The data for training and evaluation: catalogue, orders and recorded offers as of one instant, as in serving. */
export class RankerDataReader {
  readonly #options: RankerDataReaderOptions;

  constructor(options: RankerDataReaderOptions) {
    this.#options = options;
  }

  /** Orders of tomorrow and later, in the brand's time zone, are left out. */
  read(brandId: string): Promise<RankerData> {
    const { transaction, featureSchema, now } = this.#options;
    return transaction(async (query) => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const catalogue = await readCatalogue(query, brandId);
      const tomorrow = localDay(now(), await readTimeZone(query, brandId)) + 1;
      const rows = rowsBefore(await readPurchaseRows(query, brandId, catalogue), tomorrow);
      return { catalogue, rows, recorded: await readRecordedOffers(query, brandId, featureSchema) };
    });
  }
}
