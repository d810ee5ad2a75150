import { customerKeysOf } from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import type { CallOfferStore, UnreportedSale } from './call-offers.store.ts';
import type { Failure, Recommenders } from './recommender.store.ts';
import type { RecommenderConnectionStore } from './recommender-connections.store.ts';

interface Dependencies {
  connections: Pick<RecommenderConnectionStore, 'find'>;
  recommenders: Pick<Recommenders, 'report'>;
  failureOf: (error: unknown) => Failure;
  store: Pick<CallOfferStore, 'takeUnreported' | 'closeReport' | 'readOffers'>;
  onChanged: (userId: string) => void;
  logger: Logger;
}

const salesAtOnce = 8;

/** Sends sales to the recommender until it accepts them. */
export class SaleReporter {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Never rejects. false: the recommender does not have the sale; it is sent again later. */
  async report(sale: UnreportedSale): Promise<boolean> {
    const { connections, recommenders, failureOf, store, logger } = this.#dependencies;
    const { id, call, outcomeId, ...line } = sale;
    try {
      const connection = await connections.find(call.brandId);
      if (connection === null) return false;
      await recommenders.report(connection, {
        ...line,
        // `0000000000` for a caller whom nobody knows: the recommendation still says which conversation it was.
        phone: customerKeysOf(call, connection.country).phone,
        orderLineId: `${call.reference} ${outcomeId}`,
      });
      await store.closeReport(id, call.id, { isAccepted: true });
      return true;
    } catch (error) {
      const isRefused = failureOf(error) === 'refused';
      logger[isRefused ? 'error' : 'warn'](
        { err: error, outcome: id },
        'a sale could not be reported to the recommender',
      );
      if (isRefused) await store.closeReport(id, call.id, { isAccepted: false }).catch(() => {});
      return false;
    }
  }

  /** Sends sales that are due again. Resolves to the number of attempts. */
  async reportDue(): Promise<number> {
    const { store, onChanged } = this.#dependencies;
    const sales = await store.takeUnreported(salesAtOnce);
    await Promise.all(
      sales.map(async (sale) => {
        if (await this.report(sale)) onChanged(sale.call.userId);
      }),
    );
    return sales.length;
  }
}
