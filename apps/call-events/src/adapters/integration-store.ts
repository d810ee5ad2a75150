import type { SecretBox } from '@callside/auth';
import type { Query } from '@callside/database';

/** A platform that a brand has switched on. */
export interface Integration {
  /** What the platform signs with; null: it sends a key. */
  secret: string | null;
}

interface Options {
  query: Query;
  box: SecretBox;
}

// In SQL, because every request of a platform needs it: through the pool of the webhooks, whose connections no page takes.
const selectIntegration = 'SELECT secret_sealed FROM integrations WHERE brand_id = $1 AND platform = $2';

/** The platforms of brands. Read for each request, so that a change applies at once on every instance. */
export class IntegrationStore {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** null: the brand has not switched the platform on. Throws if the secret was encrypted with an unknown key. */
  async find(brandId: string, platform: string): Promise<Integration | null> {
    const { query, box } = this.#options;
    const [row] = await query<{ secret_sealed: string | null }>(selectIntegration, [brandId, platform]);
    if (row === undefined) return null;
    if (row.secret_sealed === null) return { secret: null };
    const secret = box.open(row.secret_sealed);
    if (secret === null) throw new Error('the secret of an integration was encrypted with another SECRETS_KEY');
    return { secret };
  }
}
