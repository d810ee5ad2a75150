import type { SecretBox } from '@callside/auth';
import type { Query } from '@callside/database';

/** A platform that a brand has switched on. */
export interface Integration {
  /** The secret with which the platform signs; null: the platform sends a key. */
  secret: string | null;
}

interface Options {
  query: Query;
  box: SecretBox;
  /** In milliseconds. */
  now: () => number;
}

interface Row {
  secret_sealed: string | null;
}

/** Unauthenticated requests may name any platform of a brand: each platform is read at most once in this time. */
const freshForMs = 1_000;

// In SQL, because every request of a platform needs it. It uses the pool of the webhooks, which pages do not use.
const selectIntegration = 'SELECT secret_sealed FROM integrations WHERE brand_id = $1 AND platform = $2';

/**
 * The platforms of brands. A change applies within a second on every instance. The number of entries is limited: only platforms and
 * brands that exist are looked up.
 */
export class IntegrationStore {
  readonly #options: Options;
  readonly #read = new Map<string, { at: number; row: Promise<Row | undefined> }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** null: the brand has not switched the platform on. Throws if the secret was encrypted with an unknown key. */
  async find(brandId: string, platform: string): Promise<Integration | null> {
    const row = await this.#recentRow(brandId, platform);
    if (row === undefined) return null;
    if (row.secret_sealed === null) return { secret: null };
    const secret = this.#options.box.open(row.secret_sealed);
    if (secret === null) throw new Error('the secret of an integration was encrypted with another SECRETS_KEY');
    return { secret };
  }

  /** Requests that arrive during a query share it. A failed query is not cached. */
  #recentRow(brandId: string, platform: string): Promise<Row | undefined> {
    const { query, now } = this.#options;
    const key = `${brandId} ${platform}`;
    const known = this.#read.get(key);
    if (known !== undefined && now() - known.at < freshForMs) return known.row;
    const row = query<Row>(selectIntegration, [brandId, platform]).then(([first]) => first);
    this.#read.set(key, { at: now(), row });
    row.catch(() => this.#read.delete(key));
    return row;
  }
}
