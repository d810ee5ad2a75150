import { ServiceError } from '@callside/service-kit';
import type { CandidateSet } from '../domain/candidate-set.ts';
import type { Catalogue } from '../domain/catalogue.ts';
import { type HistoryLine, matchHistory, type SentHistoryLine } from '../domain/history.ts';
import { type Offer, prepareOffers, selectOffers } from '../domain/offers.ts';
import { isNobody } from '../domain/phone-number.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';

/** Raw scores of a row-major matrix of features. Rejects when the model fails or exceeds its time budget. */
export type Score = (features: Float32Array, rowCount: number) => Promise<Float32Array>;

export interface ModelBuild {
  artifactVersion: string;
  featureSchemaHash: string;
}

export interface Ranker {
  score: Score;
  /** Of the model that serves a call of `score` in the same turn of the event loop. */
  build: () => ModelBuild;
}

export interface RecommendationRequest {
  /** Ten digits. */
  phone: string;
  anchorSkus: readonly string[];
  numItems: number;
  checkStock: boolean;
  /** Null: the service looks it up. */
  history: readonly SentHistoryLine[] | null;
  source: string;
}

/** The stored history of a phone number: the newest lines of the customers who have it. */
export interface HistoryOnFile {
  customerFound: boolean;
  lines: readonly SentHistoryLine[];
}

export interface Recommendation extends ModelBuild {
  id: string;
  request: RecommendationRequest;
  /** SKUs of the anchors that the catalogue holds, in order of first mention. */
  anchors: readonly string[];
  /** The lines that the features were made from; null when the history could not be read. */
  history: readonly SentHistoryLine[] | null;
  historySize: number;
  /** Null when the request supplied the history, or when the look-up failed. */
  customerFound: boolean | null;
  fallback: boolean;
  catalogue: Catalogue;
  offers: readonly Offer[];
}

export type Stage = 'history' | 'prepare' | 'score' | 'record';

interface Dependencies {
  /** Null until the catalogue has been loaded. */
  currentSnapshot: () => RankingSnapshot | null;
  /** Null when it cannot be read in time. */
  findHistory: (phone: string) => Promise<HistoryOnFile | null>;
  ranker: Ranker;
  onModelFailure: (error: unknown) => void;
  /**
   * Runs the work in its own turn of the event loop, so that many requests do not block everything else. Rejects when too
   * many wait, or when the signal aborts before the work starts.
   */
  inTurn: <Result>(work: () => Result, signal: AbortSignal) => Promise<Result>;
  /** Resolves once it is committed. */
  record: (recommendation: Recommendation) => Promise<void>;
  /** Keys of article types. */
  sizedArticleTypes: ReadonlySet<string>;
  newId: () => string;
  /** The brand's calendar day, as days since 1970-01-01. */
  today: () => number;
  /** Called at the start of a stage. The returned function is called at its end. */
  time: (stage: Stage) => () => void;
  onPrepared: (candidateCount: number) => void;
}

/**
 * Ranks offers on one snapshot and answers after they are stored. It keeps the first-stage order when no anchor and no
 * history line is in the catalogue (the model has no input about the customer), and when the model fails.
 * The signal aborts when the caller disconnects: then it starts no further work and records nothing.
 */
export function createRecommendOffers(dependencies: Dependencies) {
  const { currentSnapshot, ranker, onModelFailure, inTurn, record, sizedArticleTypes, newId } = dependencies;
  const { time, onPrepared } = dependencies;

  async function timed<Result>(stage: Stage, work: Promise<Result>): Promise<Result> {
    const stop = time(stage);
    return work.finally(stop);
  }

  async function findHistory({ phone, history }: RecommendationRequest) {
    if (history !== null) return { customerFound: null, lines: history };
    if (isNobody(phone)) return { customerFound: false, lines: [] };
    const onFile = await timed('history', dependencies.findHistory(phone));
    return onFile ?? { customerFound: null, lines: null };
  }

  async function score({ features, items }: CandidateSet): Promise<Float32Array | null> {
    try {
      const scores = await timed('score', ranker.score(features, items.length));
      if (scores.length !== items.length || !scores.every(Number.isFinite)) throw new Error('the scores are unusable');
      return scores;
    } catch (error) {
      onModelFailure(error);
      return null;
    }
  }

  return async (request: RecommendationRequest, signal: AbortSignal): Promise<Recommendation> => {
    requireSnapshot(currentSnapshot());
    const { customerFound, lines } = await findHistory(request);
    const { snapshot, anchors, history, candidates } = await inTurn(() => {
      const stop = time('prepare');
      const snapshot = requireSnapshot(currentSnapshot());
      const anchors = recognise(snapshot.catalogue, request.anchorSkus);
      const history = matchHistory(snapshot.catalogue, lines ?? []);
      const { checkStock } = request;
      const candidates = prepareOffers(snapshot, {
        history,
        anchors,
        today: dependencies.today(),
        checkStock,
        sizedArticleTypes,
      });
      stop();
      onPrepared(candidates.items.length);
      return { snapshot, anchors, history, candidates };
    }, signal);
    const isPersonal = anchors.length > 0 || history.some(isKnown);
    const scoring = isPersonal && candidates.items.length > 0 ? score(candidates) : null;
    const build = ranker.build();
    const scores = await scoring;
    signal.throwIfAborted();
    const { catalogue } = snapshot;
    const recommendation: Recommendation = {
      id: newId(),
      request,
      anchors: anchors.map((item) => catalogue.items[item]?.sku ?? ''),
      history: lines,
      historySize: history.length,
      customerFound,
      fallback: !isPersonal || (scoring !== null && scores === null),
      ...build,
      catalogue,
      offers: selectOffers(snapshot, candidates, scores, request.numItems),
    };
    await timed('record', record(recommendation));
    return recommendation;
  };
}

function requireSnapshot(snapshot: RankingSnapshot | null): RankingSnapshot {
  if (snapshot !== null) return snapshot;
  throw new ServiceError({ code: 'unavailable', message: 'The catalogue is not loaded yet; retry later.' });
}

function recognise(catalogue: Catalogue, skus: readonly string[]): number[] {
  const items = new Set(skus.map((sku) => catalogue.indexOfSku(sku)));
  return [...items].filter((item) => item !== undefined);
}

function isKnown({ item }: HistoryLine): boolean {
  return item !== null;
}
