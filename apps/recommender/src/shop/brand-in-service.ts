import { BackgroundTask, type Logger, ServiceError } from '@callside/service-kit';
import type { BrandLookup, ServedBrand } from './brand.store.ts';

interface BrandInServiceOptions {
  find: () => Promise<BrandLookup>;
  logger: Logger;
}

const retryMs = 1_000;

export function brandNotKnown(): ServiceError {
  return new ServiceError({
    code: 'unavailable',
    message: 'The service does not know its brand yet; retry later.',
  });
}

/** The one brand of a deployment, once the database returned it. */
export class BrandInService {
  readonly #options: BrandInServiceOptions;
  readonly #search: BackgroundTask;
  /** Resolves when the database has returned the brand. */
  readonly known: Promise<void>;
  #tell: () => void = () => {};
  #brand: ServedBrand | null = null;

  constructor(options: BrandInServiceOptions) {
    this.#options = options;
    this.known = new Promise((resolve) => {
      this.#tell = resolve;
    });
    this.#search = new BackgroundTask({
      name: 'find the brand to serve',
      pauseMs: () => retryMs,
      run: async () => {
        const problem = await this.#find();
        if (problem !== null) throw new Error(problem);
        void this.#search.stop();
      },
      logger: options.logger,
    });
  }

  /**
   * Resolves to what is wrong with the setting or the stored brands, if the database answers at once. If it does not, the
   * search continues in the background.
   */
  async start(): Promise<string | null> {
    const problem = await this.#find().catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, 'the brand is not known yet: the database does not answer');
      return null;
    });
    if (problem === null && this.#brand === null) this.#search.start();
    return problem;
  }

  stop(): Promise<void> {
    return this.#search.stop();
  }

  get current(): ServedBrand | null {
    return this.#brand;
  }

  /** Throws `unavailable` until the brand is known. */
  get served(): ServedBrand {
    if (this.#brand !== null) return this.#brand;
    throw brandNotKnown();
  }

  /** For adapters that are constructed before the brand is known. */
  readonly id = (): string => this.served.id;

  async #find(): Promise<string | null> {
    if (this.#brand !== null) return null;
    const lookup = await this.#options.find();
    if (!lookup.ok) return lookup.problem;
    this.#brand = lookup.brand;
    this.#tell();
    return null;
  }
}
