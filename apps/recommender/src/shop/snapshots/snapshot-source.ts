import { createPool, type Pool, type Query, queryThrough } from '@callside/database';
import { type ExperimentOnFile, findRunningExperiment } from '@callside/experiments';
import { BackgroundTask, type Logger, toServiceError } from '@callside/service-kit';
import type { RankingSnapshot } from '../../ranking/index.ts';
import { localDay, localHour } from '../../ranking/index.ts';
import type { SnapshotStatus } from '../../read-health.ts';
import { type BrandSettings, readBrandSettings } from '../brand-settings.store.ts';
import { RuleReader } from '../merchandising-rules.store.ts';
import { type CustomerKeys, ObjectionReader } from '../objections.store.ts';
import { itemsOf, readFingerprint } from './catalogue.store.ts';
import { type DataVersions, readDataVersions } from './data-versions.store.ts';
import type { KnownCatalogue } from './known-catalogue.ts';
import { LoadSchedule } from './load-schedule.ts';
import { unpackCatalogue } from './packed-catalogue.ts';
import { type SnapshotLoad, SnapshotThreads, type StartSnapshotLoad } from './snapshot-load.ts';
import { countInStock, readStock } from './stock.store.ts';

export interface SnapshotSourceOptions {
  databaseUrl: string;
  /** Called from the start of the source. */
  brandId: () => string;
  /** Longest time until a change of stock without an import is seen. */
  stockRefreshSeconds: number;
  logger: Logger;
  /** The experiment in force has changed; null: there is none. */
  onExperiment?: (experiment: ExperimentOnFile | null) => void;
  now?: () => Date;
  startLoad?: StartSnapshotLoad;
}

export interface OrdersStatus {
  /** Counts an item once per customer and day. */
  lines: number;
  customers: number;
  builtAt: Date;
  /** Days since 1970-01-01; purchases before this day are included. */
  today: number;
}

interface StockStatus {
  version: string;
  itemsInStock: number;
  refreshedAt: Date;
}

const mostPauseMs = 1_000;
const leastPauseMs = 20;
// The timeout is short, because the service must be able to stop while the database hangs.
const statementTimeoutMs = 5_000;

/**
 * Keeps a snapshot of a brand's catalogue, stock, orders and rules in memory and follows the tables. It sees imports and rules within
 * seconds, and manual changes of catalogue or stock within the refresh time. It reads stock itself, because that is fast.
 * A thread reads the rest and then ends. While the database is unavailable, the last snapshot stays.
 */
export class SnapshotSource {
  readonly #options: SnapshotSourceOptions;
  readonly #now: () => Date;
  readonly #startLoad: StartSnapshotLoad;
  readonly #pool: Pool;
  readonly #query: Query;
  readonly #rules: RuleReader;
  readonly #objections: ObjectionReader;
  readonly #schedule = new LoadSchedule();
  readonly #following: BackgroundTask;
  readonly #refreshAfterMs: number;
  #snapshot: RankingSnapshot | null = null;
  /** The catalogue of the current snapshot. */
  #knownCatalogue: KnownCatalogue | null = null;
  #loadedAt: Date | null = null;
  #brand: BrandSettings | null = null;
  #experiment: ExperimentOnFile | null = null;
  #stock: StockStatus | null = null;
  /** An import that changed nothing also sets this, because it confirms the stock levels. */
  #stockImportedAt: Date | null = null;
  #orders: OrdersStatus | null = null;
  /** When stock and catalogue are next checked without a new import. */
  #refreshAt = Number.NEGATIVE_INFINITY;
  #catalogueIsDue = false;
  #itemsOnFile = 0;
  #load: SnapshotLoad | null = null;
  #loading: Promise<void> = Promise.resolve();
  #readProblem: string | null = null;
  #loadProblem: string | null = null;
  #isStopped = false;

  constructor(options: SnapshotSourceOptions) {
    const { databaseUrl, stockRefreshSeconds, logger } = options;
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.#startLoad = options.startLoad ?? new SnapshotThreads().start;
    this.#pool = createPool({
      url: databaseUrl,
      maxConnections: 2,
      applicationName: 'recommender snapshots',
      statementTimeoutMs,
      onConnectionLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
    });
    this.#query = queryThrough(this.#pool);
    this.#rules = new RuleReader(this.#query, logger);
    this.#objections = new ObjectionReader(this.#query);
    // The checks are early enough to see a change that follows a check within the refresh time.
    const refreshMs = stockRefreshSeconds * 1000;
    const pauseMs = Math.max(leastPauseMs, Math.min(mostPauseMs, refreshMs / 4));
    this.#refreshAfterMs = refreshMs - 2 * pauseMs;
    this.#following = new BackgroundTask({
      name: 'follow catalogue, stock and orders',
      pauseMs: () => pauseMs,
      run: () => this.#look(),
      logger,
    });
  }

  /** Resolves after the first attempt, also when it failed: more attempts follow. */
  async start(): Promise<void> {
    await this.#look().catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, 'catalogue, stock and orders cannot be read yet');
    });
    await this.#loading;
    if (!this.#isStopped) this.#following.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#load?.cancel();
    await Promise.all([this.#following.stop(), this.#loading]);
    await this.#pool.end();
  }

  current(): RankingSnapshot | null {
    return this.#snapshot;
  }

  /** The brand's calendar day, as days since 1970-01-01. */
  today(): number {
    return localDay(this.#now(), this.#brand?.timeZone ?? 'UTC');
  }

  /** Of the day, in the brand's time zone. */
  hour(): number {
    return localHour(this.#now(), this.#brand?.timeZone ?? 'UTC');
  }

  /** The settings as of the last second; null until the database returned them. */
  brand(): BrandSettings | null {
    return this.#brand;
  }

  /** The experiment in force as of the last second; null: there is none. */
  experiment(): ExperimentOnFile | null {
    return this.#experiment;
  }

  /** Whether the customer wants no offers, as of the last second. */
  objects(customer: CustomerKeys): boolean {
    return this.#objections.current.objects(customer);
  }

  /** Whole seconds since the last import of stock; null without one. */
  stockAgeSeconds(): number | null {
    if (this.#stockImportedAt === null) return null;
    return Math.max(0, Math.round((this.#now().getTime() - this.#stockImportedAt.getTime()) / 1000));
  }

  status(): SnapshotStatus & { orders: OrdersStatus | null } {
    const { catalogue } = this.#snapshot ?? {};
    return {
      catalogVersion: catalogue?.version ?? null,
      items: catalogue?.items.length ?? 0,
      loadedAt: this.#loadedAt,
      itemsInStock: this.#stock?.itemsInStock ?? 0,
      stockRefreshedAt: this.#stock?.refreshedAt ?? null,
      stockImportedAt: this.#stockImportedAt,
      orders: this.#orders,
      problem: this.#readProblem ?? this.#loadProblem,
    };
  }

  /** Reads new data. Rejects when the database does not answer. */
  async #look(): Promise<void> {
    try {
      const brandId = this.#options.brandId();
      this.#brand = (await readBrandSettings(this.#query, brandId)) ?? this.#brand;
      await this.#refreshExperiment(brandId);
      await this.#refreshRules(brandId);
      const versions = await readDataVersions(this.#query, brandId);
      this.#stockImportedAt = versions.stockImportedAt;
      const nowMs = this.#now().getTime();
      const isTime = nowMs >= this.#refreshAt;
      await this.#objections.refresh(brandId, isTime);
      if (this.#snapshot !== null && (isTime || versions.stock !== this.#stock?.version)) {
        await this.#refreshStock(this.#snapshot, versions);
      }
      if (isTime) {
        this.#refreshAt = nowMs + this.#refreshAfterMs;
        this.#catalogueIsDue = true;
      }
      if (this.#catalogueIsDue && this.#load === null) {
        const fingerprint = await readFingerprint(this.#query, brandId);
        this.#itemsOnFile = itemsOf(fingerprint);
        this.#schedule.sawCatalogue(fingerprint);
        this.#catalogueIsDue = false;
      }
      this.#loadIfDue(versions);
      this.#readProblem = null;
    } catch (error) {
      this.#readProblem = describe(error);
      throw error;
    }
  }

  async #refreshExperiment(brandId: string): Promise<void> {
    const experiment = await findRunningExperiment(this.#query, brandId);
    if (experiment?.id === this.#experiment?.id) return;
    this.#experiment = experiment;
    this.#options.onExperiment?.(experiment);
  }

  async #refreshRules(brandId: string): Promise<void> {
    const rules = await this.#rules.read(brandId);
    if (this.#snapshot !== null && this.#snapshot.rules !== rules) this.#snapshot = { ...this.#snapshot, rules };
  }

  async #refreshStock(snapshot: RankingSnapshot, versions: DataVersions): Promise<void> {
    const { inStock, onHand } = await readStock(this.#query, this.#options.brandId(), snapshot.catalogue);
    // The snapshot was replaced during the read; the new one has its own stock.
    if (this.#snapshot?.catalogue !== snapshot.catalogue) return;
    this.#snapshot = { ...this.#snapshot, inStock, onHand };
    this.#tookStock(this.#snapshot, versions);
  }

  #tookStock({ inStock, catalogue }: RankingSnapshot, { stock }: DataVersions): void {
    this.#stock = { version: stock, itemsInStock: countInStock(inStock, catalogue), refreshedAt: this.#now() };
  }

  #loadIfDue(versions: DataVersions): void {
    const now = this.#now();
    const today = this.today();
    if (this.#load !== null || this.#isStopped) return;
    if (!this.#schedule.isDue(versions, today, now.getTime())) return;
    this.#schedule.started(now.getTime());
    this.#loading = this.#loadAnew(today);
  }

  /** Never rejects. */
  async #loadAnew(today: number): Promise<void> {
    const { databaseUrl, logger } = this.#options;
    const brandId = this.#options.brandId();
    try {
      const knownCatalogue = this.#knownCatalogue;
      const { timeZone = 'UTC' } = this.#brand ?? {};
      const itemsOnFile = this.#itemsOnFile;
      this.#load = this.#startLoad({ databaseUrl, brandId, timeZone, today, knownCatalogue, itemsOnFile });
      const { versions, fingerprint, catalogue, purchases, sales } = await this.#load.parts;
      if (catalogue === null) {
        if (this.#snapshot !== null) this.#snapshot = { ...this.#snapshot, purchases, sales };
      } else {
        await this.#replaceAll({ catalogue: await unpackCatalogue(catalogue), purchases, sales });
        this.#knownCatalogue = { fingerprint, columns: catalogue.columns, skusJson: catalogue.skusJson };
      }
      const now = this.#now();
      this.#loadedAt = now;
      this.#orders = {
        lines: purchases.lines.items.length,
        customers: purchases.lines.starts.length - 1,
        builtAt: now,
        today,
      };
      this.#loadProblem = null;
      this.#schedule.succeeded({ versions, fingerprint, today }, now.getTime());
      const { items, orders } = this.status();
      logger.info({ items, lines: orders?.lines, customers: orders?.customers }, 'catalogue and orders are loaded');
    } catch (error) {
      if (this.#isStopped) return;
      this.#schedule.failed(this.#now().getTime());
      this.#loadProblem = describe(error);
      logger.warn({ err: error }, 'catalogue and orders could not be loaded');
    } finally {
      this.#load = null;
    }
  }

  /** Replaces all three parts at once, because item indices refer to the new catalogue. */
  async #replaceAll(parts: Pick<Required<RankingSnapshot>, 'catalogue' | 'purchases' | 'sales'>): Promise<void> {
    const versions = await readDataVersions(this.#query, this.#options.brandId());
    const { inStock, onHand } = await readStock(this.#query, this.#options.brandId(), parts.catalogue);
    const rules = await this.#rules.read(this.#options.brandId());
    this.#snapshot = { ...parts, inStock, onHand, rules };
    this.#tookStock(this.#snapshot, versions);
  }
}

/** The problem for the health report, without internal details. */
function describe(error: unknown): string {
  return toServiceError(error).code === 'unavailable'
    ? 'the database does not answer'
    : 'what is on file could not be loaded; the log says why';
}
