import { armNames } from '@callside/experiments';
import { nobodysNumber, type RecommendResponse, skuInResponse } from '@callside/schemas';
import { inCurrentTrace, type Logger, ServiceError } from '@callside/service-kit';
import { atMostEvery } from '../at-most-every.ts';
import type { ArmRankers, Ranker } from '../models/index.ts';
import type { Catalogue, CatalogueItem, RankingSnapshot } from '../ranking/index.ts';
import {
  actedRules,
  circumstancesOf,
  type HistoryLine,
  matchHistory,
  nextQuestion,
  prepareOffers,
  type SentHistoryLine,
} from '../ranking/index.ts';
import type { SnapshotSource } from '../shop/index.ts';
import { assignedArm } from './assigned-arm.ts';
import { chooseOffers, type Scoring, scoreInTime } from './choose-offers.ts';
import { Deadline } from './deadline.ts';
import type { HistoryRepository } from './histories.store.ts';
import { toItem } from './offered-item.ts';
import { type RecommendMetrics, timed } from './recommend-metrics.ts';
import type { HistoryOnFile, RecommendationRequest, Refusals } from './recommendation.ts';
import type { RecommendationStore } from './recommendations.store.ts';
import { restingOf } from './resting-of.ts';
import type { TurnQueue } from './turn-queue.ts';

interface Dependencies {
  snapshots: Pick<
    SnapshotSource,
    'current' | 'today' | 'hour' | 'stockAgeSeconds' | 'brand' | 'objects' | 'experiment'
  >;
  histories: Pick<HistoryRepository, 'find'>;
  ranker: Pick<Ranker, 'score' | 'build'>;
  /** The models that an experiment compares. */
  arms: Pick<ArmRankers, 'of'>;
  turns: TurnQueue;
  store: Pick<RecommendationStore, 'record'>;
  /** Keys of article types. */
  sizedArticleTypes: ReadonlySet<string>;
  newId: () => string;
  metrics: RecommendMetrics;
  logger: Logger;
}

interface Asking {
  /** When the request arrived, on the clock of `performance.now()`. */
  startedAt: number;
  /** Aborts when no answer is needed any more. */
  signal: AbortSignal;
  /** Rejects when the key of the request may not be used; then nothing is recorded or answered. */
  keyCheck: Promise<void>;
}

interface CustomerOfRequest {
  lines: readonly SentHistoryLine[];
  refusals: Refusals;
  /** They object, or are in the holdout of an experiment: no offers are made. */
  isWithheld: boolean;
}

interface FoundHistory extends Refusals {
  onFile: Pick<HistoryOnFile, 'customer'> | null;
  customer?: HistoryOnFile['customer'];
  lines: HistoryOnFile['lines'] | null;
}

const nothingPrepared = { snapshot: null, anchors: [], history: [], candidates: null };
const nobodysHistory = { customer: null, lines: [] };

/** Settings that are used before the brand is read. */
const defaultSettings = { currency: 'USD', explorationRate: 0, timeZone: 'UTC', justBoughtDays: 3, restDays: 30 };

const noRefusals: Refusals = { returned: [], declined: [] };

/** Metrics count every failure. The log describes at most one in this time. */
const failureLogMs = 5_000;

/**
 * Ranks offers on one snapshot and answers after they are stored. It keeps the first-stage order when no anchor and no history line is in
 * the catalogue (the model has no input about the customer), and when the model fails.
 */
export class OfferRecommender {
  readonly #dependencies: Dependencies;
  readonly #scoring: Scoring;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#scoring = {
      metrics: dependencies.metrics,
      onFailure: atMostEvery(failureLogMs, (error) =>
        dependencies.logger.warn({ err: error }, 'the model did not rank: the first-stage order is used'),
      ),
    };
  }

  /** After the signal has aborted, starts no further work and records nothing. */
  async recommend(request: RecommendationRequest, { startedAt, signal, keyCheck }: Asking): Promise<RecommendResponse> {
    const { snapshots, newId, store, metrics } = this.#dependencies;
    requireSnapshot(snapshots.current());
    const deadline = new Deadline({ startedAt, ms: request.deadlineMs });
    const [ranking] = await Promise.all([this.#rank(request, { deadline, signal }), keyCheck]);
    const { customer, anchors, history, candidates, isPersonal, canBeRanked, ranker, assigned, withheld } = ranking;
    signal.throwIfAborted();
    const { catalogue, onHand } = ranking.snapshot ?? requireSnapshot(snapshots.current());
    const { currency, explorationRate } = snapshots.brand() ?? defaultSettings;
    const recommendationId = newId();
    const exploration = { rate: explorationRate, draw: drawOf(recommendationId) };
    const { offers, ranked } = await chooseOffers(this.#scoring, ranking, {
      numItems: request.numItems,
      exploration,
      deadline,
    });
    const items = offers.map((offer) =>
      toItem(offer, { product: productOf(catalogue, offer.item), onHand: onHand?.[offer.item], currency }),
    );
    const scores = ranked?.scores ?? candidates?.firstStageScores ?? [];
    const rulesApplied = candidates === null ? [] : actedRules(candidates, offers, scores);
    const anchorSkus = anchors.map((item) => productOf(catalogue, item).sku);
    const build = ranked?.build ?? ranker.build();
    const answer: RecommendResponse = {
      recommendation_id: recommendationId,
      recommendations: items,
      recommendation: items[0] ?? null,
      ...(withheld !== null && { offers_withheld: withheld }),
      resolved_purchased: anchorSkus.map(skuInResponse),
      history_size: history.length,
      customer_found: customer === undefined ? null : customer !== null,
      normalized_phone: request.phone,
      fallback: !isPersonal || (canBeRanked && ranked === null),
      degraded: deadline.missed,
      ...(rulesApplied.length > 0 && { rules_applied: rulesApplied }),
      ...(assigned !== null && { experiment: { name: assigned.name, arm: assigned.arm } }),
      next_question: candidates && nextQuestion(candidates),
      feature_schema_hash: build.featureSchemaHash,
      artifact_version: build.artifactVersion,
      catalog_version: catalogue.version,
      stock_age_seconds: snapshots.stockAgeSeconds(),
    };
    const features = offers.map((offer) => offer.features);
    const recommendation = { request, answer, anchors: anchorSkus, experiment: assigned, features };
    await timed(metrics, 'record', () => store.record(recommendation));
    metrics.countRecommendation(recommendation);
    return answer;
  }

  async #rank(request: RecommendationRequest, { deadline, signal }: { deadline: Deadline; signal: AbortSignal }) {
    const { snapshots } = this.#dependencies;
    const experiment = snapshots.experiment();
    const named = snapshots.objects(request);
    const byNumber = named || snapshots.objects({ phone: request.phone, customerId: null });
    const { onFile, customer, lines, ...refusals } = await this.#findHistory(request, {
      deadline,
      needsCustomer: experiment !== null || byNumber !== named,
    });
    // With a code that nobody has, the customer is known by their number.
    const objects = named || (byNumber && onFile?.customer?.code !== request.customerId);
    const assigned = objects ? null : assignedArm(experiment, request, onFile?.customer);
    const withheld = objects
      ? ('customer_objects' as const)
      : assigned?.arm === armNames.holdout
        ? ('experiment_holdout' as const)
        : null;
    const ranker = this.#dependencies.arms.of(assigned?.arm ?? null) ?? this.#dependencies.ranker;
    const prepare = inCurrentTrace(() =>
      this.#prepare(request, { lines: lines ?? [], refusals, isWithheld: withheld !== null }),
    );
    const prepared = await deadline.within('candidates', (late) =>
      this.#dependencies.turns.run(prepare, late === null ? signal : AbortSignal.any([signal, late])),
    );
    const { snapshot, anchors, history, candidates } = prepared ?? nothingPrepared;
    const isPersonal = anchors.length > 0 || history.some(isKnown);
    const canBeRanked = isPersonal && candidates !== null && candidates.items.length > 0;
    const ranked = canBeRanked ? await scoreInTime(this.#scoring, { ranker, candidates, deadline }) : null;
    return {
      customer,
      assigned,
      withheld,
      ranker,
      snapshot,
      anchors,
      history,
      candidates,
      isPersonal,
      canBeRanked,
      ranked,
    };
  }

  /**
   * `onFile`: null when it could not be read. Without `customer`: nobody looked for a history. `needsCustomer`: the arm of a caller does not
   * depend on whether a request brings its history.
   */
  async #findHistory(
    { phone, customerId, history }: RecommendationRequest,
    { deadline, needsCustomer }: { deadline: Deadline; needsCustomer: boolean },
  ): Promise<FoundHistory> {
    if (phone === nobodysNumber && customerId === null) {
      return { onFile: nobodysHistory, ...noRefusals, ...(history === null ? nobodysHistory : { lines: history }) };
    }
    const { histories, metrics } = this.#dependencies;
    const hasHistory = history !== null && !needsCustomer;
    const onFile = await deadline.within('history', () =>
      timed(metrics, 'history', () => histories.find({ phone, customerId, hasHistory })),
    );
    if (onFile === null) deadline.miss('history');
    if (history !== null) return { onFile, ...noRefusals, declined: onFile?.declined ?? [], lines: history };
    return { onFile, ...(onFile ?? { ...noRefusals, lines: null }) };
  }

  /** Without candidates for a caller who gets no offers. */
  #prepare(request: RecommendationRequest, { lines, refusals, isWithheld }: CustomerOfRequest) {
    const { anchorSkus, checkStock, knownSizes, context, phone, source } = request;
    const { snapshots, sizedArticleTypes, metrics } = this.#dependencies;
    const stop = metrics.time('prepare');
    const snapshot = requireSnapshot(snapshots.current());
    const anchors = recognise(snapshot.catalogue, anchorSkus);
    const history = matchHistory(snapshot.catalogue, lines);
    if (isWithheld) {
      stop();
      return { snapshot, anchors, history, candidates: null };
    }
    const today = snapshots.today();
    const resting = restingOf(snapshot.catalogue, refusals, snapshots.brand() ?? defaultSettings);
    const circumstances = circumstancesOf({ phone, source, hour: snapshots.hour(), context });
    const candidates = prepareOffers(snapshot, {
      history,
      anchors,
      today,
      resting,
      checkStock,
      sizedArticleTypes,
      knownSizes,
      context,
      circumstances,
    });
    stop();
    metrics.countCandidates(candidates.items.length);
    return { snapshot, anchors, history, candidates };
  }
}

function requireSnapshot(snapshot: RankingSnapshot | null): RankingSnapshot {
  if (snapshot !== null) return snapshot;
  throw new ServiceError({ code: 'unavailable', message: 'The catalogue is not loaded yet; retry later.' });
}

/** A number from 0 to below 1. It is computed from the last 32 bits of the id, which are random, so the draw can be repeated. */
function drawOf(recommendationId: string): number {
  return Number.parseInt(recommendationId.slice(-8), 16) / 2 ** 32;
}

function recognise(catalogue: Catalogue, skus: readonly string[]): number[] {
  const items = new Set(skus.map((sku) => catalogue.indexOfSku(sku)));
  return [...items].filter((item) => item !== undefined);
}

function isKnown({ item }: HistoryLine): boolean {
  return item !== null;
}

function productOf({ items }: Catalogue, item: number): CatalogueItem {
  return items[item] as CatalogueItem;
}
