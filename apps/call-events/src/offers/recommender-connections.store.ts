import { digestApiKey, type SecretBox } from '@callside/auth';
import type { Query } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';

/** The address and the key of a brand's recommender. */
export interface RecommenderConnection {
  url: string;
  apiKey: string;
  /** Of the brand, ISO 3166-1 alpha-2. */
  country: string;
}

interface Options {
  query: Query;
  secretBox: SecretBox;
  /** The connection from the environment, for the brand of its key only. A brand's own connection has precedence. */
  fromEnvironment: Omit<RecommenderConnection, 'country'> | null;
  /** A monotonic clock in ms. */
  now: () => number;
  /** Called once for a key that no secret of this deployment can open. */
  onUnreadable: (brandId: string) => void;
}

interface ConnectionRow {
  brand_id: string;
  /** null: the connection of the environment. */
  url: string | null;
  key_sealed: string | null;
  country: string;
}

const freshForMs = 2_000;

/** The recommenders of brands. They are few, so all are cached. A change takes effect within 2 s. */
export class RecommenderConnectionStore {
  readonly #now: () => number;
  readonly #reload: (asked: null) => Promise<void>;
  #connections: ReadonlyMap<string, RecommenderConnection> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor({ query, secretBox, fromEnvironment, now, onUnreadable }: Options) {
    this.#now = now;
    const digest = fromEnvironment === null ? null : digestApiKey(fromEnvironment.apiKey);
    let unreadable: ReadonlySet<string> = new Set();
    this.#reload = createNaturalBatcher<null, void>({
      maxItems: 10_000,
      maxWaitMs: 1_000,
      maxQueued: 10_000,
      run: async (askers) => {
        const rows = await query<ConnectionRow>(
          `SELECT brand_id, url, key_sealed, country
             FROM (SELECT brand_id, NULL AS url, NULL AS key_sealed FROM api_keys
                    WHERE key_sha256 = $1 AND feature = 'recommender'
                   UNION ALL SELECT brand_id, url, key_sealed FROM recommender_connections) AS connection
             JOIN brands ON brands.id = brand_id
            ORDER BY url NULLS FIRST`,
          [digest],
        );
        const connections = new Map<string, RecommenderConnection>();
        const nowUnreadable = new Set<string>();
        for (const { brand_id, url, key_sealed, country } of rows) {
          if (url === null || key_sealed === null) {
            if (fromEnvironment !== null) connections.set(brand_id, { ...fromEnvironment, country });
            continue;
          }
          const apiKey = secretBox.open(key_sealed);
          if (apiKey !== null) {
            connections.set(brand_id, { url, apiKey, country });
            continue;
          }
          nowUnreadable.add(key_sealed);
          if (!unreadable.has(key_sealed)) onUnreadable(brand_id);
        }
        this.#connections = connections;
        unreadable = nowUnreadable;
        this.#readAt = now();
        return askers.map(() => undefined);
      },
    });
  }

  /** null: the brand has none. Rejects if nothing was read yet and the database is unavailable. */
  async find(brandId: string): Promise<RecommenderConnection | null> {
    await this.#refresh();
    return this.#connections.get(brandId) ?? null;
  }

  /** The ids of the brands that have one. */
  async brands(): Promise<string[]> {
    await this.#refresh();
    return [...this.#connections.keys()];
  }

  /** Serves what is cached while the database is unavailable. */
  async #refresh(): Promise<void> {
    if (this.#now() - this.#readAt < freshForMs) return;
    const isFirst = this.#readAt === Number.NEGATIVE_INFINITY;
    const reading = this.#reload(null);
    if (isFirst) await reading;
    else await reading.catch(() => {});
  }
}
