import { customerKeysOf } from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import type { OutcomeStore, UnreportedSale } from './outcomes.store.ts';
import { failureOf, type Recommenders } from './recommender.store.ts';
import type { RecommenderConnection, RecommenderConnectionStore } from './recommender-connections.store.ts';

interface Dependencies {
  connections: Pick<RecommenderConnectionStore, 'find'>;
  recommenders: Pick<Recommenders, 'report' | 'void'>;
  store: Pick<OutcomeStore, 'takeUnreported' | 'closeReport' | 'endReports'>;
  onChanged: (userId: string) => void;
  logger: Logger;
}

const salesAtOnce = 8;

/** Sends sales and their voids to the recommender until it accepts them. */
export class SaleReporter {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Never rejects. false: the recommender does not have the sale, or its void, yet; it is sent again later. */
  async report(sale: UnreportedSale): Promise<boolean> {
    const { connections, store, logger } = this.#dependencies;
    try {
      const connection = await connections.find(sale.call.brandId);
      return connection !== null && (await this.#send(connection, sale));
    } catch (error) {
      const isRefused = failureOf(error) === 'refused';
      logger[isRefused ? 'error' : 'warn'](
        { err: error, outcome: sale.id },
        'a sale could not be reported to the recommender',
      );
      if (isRefused) await store.endReports(sale.id, { isAccepted: false }).catch(() => {});
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

  /** A void goes after its sale: only the answer to the sale names the purchase, and a sale that arrived later would count again. */
  async #send(connection: RecommenderConnection, sale: UnreportedSale): Promise<boolean> {
    const { recommenders, store } = this.#dependencies;
    const reported = sale.purchaseId === null ? await this.#sendSale(connection, sale) : sale;
    if (reported === null || reported.purchaseId === null) return false;
    if (reported.isVoid) {
      await recommenders.void(connection, reported.purchaseId);
      await store.endReports(sale.id, { isAccepted: true });
    }
    return true;
  }

  async #sendSale(
    connection: RecommenderConnection,
    { id, call, outcomeId, recommendationId, sku, qty, unitPrice }: UnreportedSale,
  ): Promise<Pick<UnreportedSale, 'purchaseId' | 'isVoid'> | null> {
    const { recommenders, store } = this.#dependencies;
    const purchaseId = await recommenders.report(connection, {
      recommendationId,
      sku,
      qty,
      unitPrice,
      // `0000000000` for a caller whom nobody knows: the recommendation still says which conversation it was.
      phone: customerKeysOf(call, connection.country).phone,
      orderLineId: `${call.reference} ${outcomeId}`,
    });
    return { purchaseId, ...(await store.closeReport(id, call.id, purchaseId)) };
  }
}
