import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { customerKeysOf, nobodysNumber, type RecommendResponse, type SaidSizes } from '@callside/schemas';
import { type Logger, ServiceError } from '@callside/service-kit';
import type { CallOfferStore } from './call-offers.store.ts';
import type { CallSizeStore } from './call-sizes.store.ts';
import type { ObjectionStore } from './objections.store.ts';
import { type Failure, failureOf, type OfferRequest, type Recommenders } from './recommender.store.ts';
import type { RecommenderConnection, RecommenderConnectionStore } from './recommender-connections.store.ts';
import type { OfferedCall, OffersOnFile } from './rules/call-offers.ts';
import { objectingOn } from './rules/objecting.ts';

interface Dependencies {
  connections: Pick<RecommenderConnectionStore, 'find' | 'brands'>;
  recommenders: Pick<Recommenders, 'recommend'>;
  store: Pick<CallOfferStore, 'findCall' | 'findCallsWithoutOffers' | 'readContext' | 'readOffers' | 'keepAnswer'>;
  sizes: Pick<CallSizeStore, 'say' | 'find'>;
  objections: Pick<ObjectionStore, 'find'>;
  /** The offers of the rep's call have changed. Never throws. */
  onChanged: (userId: string) => void;
  metrics: {
    count: (what: 'asked' | 'answered' | Failure) => void;
    /** Starts a measurement; the returned function ends it. */
    time: () => () => void;
  };
  logger: Logger;
}

/** Calls above this limit wait for the sweep. */
const mostInFlight = 64;
/** Longer than a request may take. A call without offers after this time was left by its instance. */
const leftBehindAfterMs = 4_000;
const leftBehindAtOnce = 16;
/** The recommender follows an objection within two seconds. */
const [mostFollowUps, followUpMs] = [6, 500];

/** Requests the offers of calls from the recommender of a brand, stores the answer and sends it to the rep's tabs. */
export class OfferAsker {
  readonly #dependencies: Dependencies;
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** For a call that has just opened. Nothing waits for it; a failure leaves the call to the sweep. */
  callOpened(brandId: string, reference: string): void {
    if (this.#inFlight.size >= mostInFlight) return;
    void this.#inBackground(this.#askFirst(brandId, reference));
  }

  /** For a call whose rep picked another customer: the offers are for their orders. Nothing waits for it. */
  customerPicked(brandId: string, reference: string): void {
    void this.#inBackground(this.#askForPicked(brandId, reference));
  }

  /** For a call whose customer objects now, or no longer. Nothing waits for it. */
  objectionChanged(brandId: string, reference: string): void {
    void this.#inBackground(this.#askUntilFollowed(brandId, reference));
  }

  /** For live calls whose offers no instance requested: it stopped, or was at its limit. Resolves to their number. */
  async askLeftBehind(): Promise<number> {
    const { connections, store } = this.#dependencies;
    const brands = await connections.brands();
    if (brands.length === 0) return 0;
    const calls = await store.findCallsWithoutOffers(brands, leftBehindAfterMs, leftBehindAtOnce);
    await Promise.all(calls.map(({ brandId, reference }) => this.#inBackground(this.#askFirst(brandId, reference))));
    return calls.length;
  }

  /** For a rep who asks again, perhaps with what the caller said of their sizes. Throws `invalid` without a recommender. */
  async askAgain(call: OfferedCall, anchors: readonly string[], said: SaidSizes = {}): Promise<OffersOnFile> {
    const connection = await this.#dependencies.connections.find(call.brandId);
    if (connection === null) throw withoutRecommender();
    await this.#dependencies.sizes.say(call.id, said);
    const offers = await this.#askAndStore(call, connection, { anchors, isFirst: false });
    if (offers === null) throw new ServiceError({ code: 'not_found', message: 'There is no such call.' });
    return offers;
  }

  /** Resolves when nothing is in flight. */
  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  async #askFirst(brandId: string, reference: string): Promise<void> {
    const { connections, store } = this.#dependencies;
    const connection = await connections.find(brandId);
    if (connection === null) return;
    const call = await store.findCall(brandId, reference);
    if (call === null) return;
    const offers = await this.#askAndStore(call, connection, { anchors: [], isFirst: true });
    // The customer has just changed their mind, on the call before or on another channel.
    if (offers !== null && !(await this.#followsObjections(call, offers))) {
      await this.#askUntilFollowed(brandId, reference);
    }
  }

  /** Asks until the recommender has taken note of what is stored of the customer's objection, which may change meanwhile. */
  async #askUntilFollowed(brandId: string, reference: string): Promise<void> {
    const { store } = this.#dependencies;
    for (let attempt = 0; attempt < mostFollowUps; attempt += 1) {
      const call = await store.findCall(brandId, reference);
      const offers = call && (await store.readOffers(call.id));
      if (call === null || offers === null || (await this.#followsObjections(call, offers))) return;
      if (attempt > 0) await pause(followUpMs);
      await this.askAgain(call, offers.anchors);
    }
  }

  /** Without an answer of the recommender there is nothing that could. */
  async #followsObjections(call: OfferedCall, { status, withheld }: OffersOnFile): Promise<boolean> {
    if (status === 'unavailable') return true;
    const objects = await this.#dependencies.objections.find(call.brandId, objectingOn(call));
    return (withheld === 'customer_objects') === objects;
  }

  async #askForPicked(brandId: string, reference: string): Promise<void> {
    const { store } = this.#dependencies;
    const call = await store.findCall(brandId, reference);
    const offers = call && (await store.readOffers(call.id));
    if (call !== null && offers !== null) await this.askAgain(call, offers.anchors);
  }

  /**
   * Asks, stores the answer and sends it to the tabs. A rep may pick another customer meanwhile: then it asks again, because the offers
   * must be for the customer whom the page shows. Resolves to null as `keepAnswer` does.
   */
  async #askAndStore(
    call: OfferedCall,
    connection: RecommenderConnection,
    { anchors, isFirst }: { anchors: readonly string[]; isFirst: boolean },
  ): Promise<OffersOnFile | null> {
    const { store, sizes, objections, onChanged } = this.#dependencies;
    const customer = customerKeysOf(call, connection.country);
    const [context, knownSizes] = await Promise.all([store.readContext(call), sizes.find(call)]);
    const asked = await this.#ask(connection, { customer, anchors, context, knownSizes });
    // Asked for nobody, the recommender cannot know that the number of the call objects.
    const isNobody = customer.phone === nobodysNumber && customer.customer_id === undefined;
    const objects = isNobody && (await objections.find(call.brandId, objectingOn(call)));
    const answer: typeof asked =
      asked === null || !objects ? asked : { ...asked, recommendations: [], offers_withheld: 'customer_objects' };
    const offers = await store.keepAnswer(call, { answer, anchors, knownSizes, isFirst });
    if (offers === null) return null;
    onChanged(call.userId);
    // Read after the answer was stored: a pick that is stored later finds the answer, and asks by itself.
    const now = await store.findCall(call.brandId, call.reference);
    if (now === null || isDeepStrictEqual(customerKeysOf(now, connection.country), customer)) return offers;
    return this.#askAndStore(now, connection, { anchors, isFirst: false });
  }

  /** null when the recommender does not answer in time. */
  async #ask(connection: RecommenderConnection, offerRequest: OfferRequest): Promise<RecommendResponse | null> {
    const { recommenders, metrics, logger } = this.#dependencies;
    metrics.count('asked');
    const stop = metrics.time();
    try {
      const answer = await recommenders.recommend(connection, offerRequest);
      metrics.count('answered');
      return answer;
    } catch (error) {
      metrics.count(failureOf(error));
      logger.warn({ err: error }, 'the recommender did not answer');
      return null;
    } finally {
      stop();
    }
  }

  /** Never rejects. */
  #inBackground(work: Promise<void>): Promise<void> {
    const done = work
      .catch((error: unknown) => {
        this.#dependencies.logger.warn({ err: error }, 'the offers of a call could not be requested or stored');
      })
      .finally(() => this.#inFlight.delete(done));
    this.#inFlight.add(done);
    return done;
  }
}

function withoutRecommender(): ServiceError {
  const message = 'The brand has no recommender.';
  return new ServiceError({
    code: 'invalid',
    message,
    issues: [{ type: 'value_error', loc: ['path', 'reference'], msg: message }],
  });
}
