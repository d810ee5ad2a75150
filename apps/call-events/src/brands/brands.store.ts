import { setTimeout as pause } from 'node:timers/promises';
import { digestApiKey } from '@callside/auth';
import type { Query } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { Brand } from './rules/brand.ts';

const freshForMs = 5_000;
/** What was read longer ago, because no request came, may be a host that was removed or moved. */
const knownForMs = 10_000;
/** A request waits this long for the database. */
const longestWaitMs = 500;

type BrandRow = Brand & { host: string };

/** Brands by host. The few hosts are cached; an unknown host is looked up before it is refused, so that a new brand works at once. */
export class BrandStore {
  #brands: ReadonlyMap<string, Brand> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;
  readonly #read: () => Promise<BrandRow[]>;
  readonly #reload: (asked: null) => Promise<void>;

  /** `now`: a monotonic clock in milliseconds. `recommenderKey`: the key from the environment. It enables offers for its brand. */
  constructor({
    query,
    now,
    recommenderKey,
  }: { query: Query; now: () => number; recommenderKey?: string | undefined }) {
    const digest = recommenderKey === undefined ? null : digestApiKey(recommenderKey);
    this.#now = now;
    this.#read = () =>
      query<BrandRow>(
        `SELECT h.host, b.id, b.slug, b.name, b.country, b.time_zone AS "timeZone", b.currency,
                b.shown_metadata AS "shownMetadata", b.frame_origins AS "frameOrigins",
                EXISTS (SELECT 1 FROM recommender_connections c WHERE c.brand_id = b.id)
                OR EXISTS (SELECT 1 FROM api_keys k WHERE k.brand_id = b.id AND k.feature = 'recommender'
                              AND k.key_sha256 = $1) AS "hasOffers"
           FROM brand_hosts h JOIN brands b ON b.id = h.brand_id`,
        [digest],
      );
    this.#reload = createNaturalBatcher<null, void>({
      maxItems: 10_000,
      maxWaitMs: 1_000,
      maxQueued: 10_000,
      run: async (askers) => {
        const rows = await this.#read();
        this.#brands = new Map(rows.map(({ host, ...brand }) => [host, brand]));
        this.#readAt = now();
        return askers.map(() => undefined);
      },
    });
  }

  /** Opens a connection and plans the query. Caches nothing: the first request sees changes made after the start. */
  async warmUp(): Promise<void> {
    await this.#read();
  }

  /** `host` is normalised. Rejects if it is not cached and the database is unavailable. */
  async findByHost(host: string): Promise<Brand | null> {
    const age = this.#now() - this.#readAt;
    if (!this.#brands.has(host)) await this.#reload(null);
    // Serves the cached answer while it reloads, also while the database is unavailable.
    else if (age > freshForMs) {
      const reloaded = this.#reload(null).catch(() => {});
      if (age > knownForMs) await Promise.race([reloaded, pause(longestWaitMs, undefined, { ref: false })]);
    }
    return this.#brands.get(host) ?? null;
  }
}
