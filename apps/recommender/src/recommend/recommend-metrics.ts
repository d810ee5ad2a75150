import type { RecommendResponse } from '@callside/schemas';
import { type Metrics, startSpan } from '@callside/service-kit';
import type { ModelBuild } from '../models/index.ts';
import type { Recommendation, Stage } from './recommendation.ts';

export type RecommendMetrics = ReturnType<typeof createRecommendMetrics>;

const stageBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Metrics for operators: how many offers the model ranked, the time of each stage. `build` is the model in service. */
export function createRecommendMetrics(metrics: Metrics, build: () => ModelBuild) {
  const recommendations = metrics.counter('recommendations_total', 'Requests that were answered 200.', [
    'outcome',
    'history',
    'source',
  ]);
  const offers = metrics.counter('recommendation_offers_total', 'Offers that were made, by their first reason.', [
    'reason',
  ]);
  const stages = metrics.histogram(
    'recommendation_stage_seconds',
    'Duration of each stage of a request.',
    ['stage'],
    stageBuckets,
  );
  const candidates = metrics.histogram(
    'recommendation_candidates',
    'Eligible candidates of a request.',
    [],
    [0, 10, 25, 50, 100, 150, 200],
  );
  const batchSizes = metrics.histogram(
    'recommendation_batch_size',
    'Recommendations that one statement recorded.',
    [],
    [1, 2, 4, 8, 16, 32, 64],
  );
  const historyFailures = metrics.counter('history_lookup_failures_total', 'Histories that could not be read in time.');
  const modelFailures = metrics.counter('model_failures_total', 'Requests that the model did not rank.');

  metrics.infoOf(
    'recommender_model_info',
    'The model in service; the artifact is `none` without one.',
    ['artifact_version', 'feature_schema_hash'],
    () => {
      const { artifactVersion, featureSchemaHash } = build();
      return { artifact_version: artifactVersion, feature_schema_hash: featureSchemaHash };
    },
  );

  return {
    historyFailures: { inc: () => historyFailures.inc() },
    batchSizes: { observe: (size: number) => batchSizes.observe(size) },
    /** Called at the start of a stage. The returned function is called at its end. */
    time: (stage: Stage): (() => void) => {
      const stop = stages.startTimer({ stage });
      const end = startSpan(`recommend ${stage}`);
      return () => {
        stop();
        end();
      };
    },
    countCandidates: (count: number) => candidates.observe(count),
    countModelFailure: () => modelFailures.inc(),
    countRecommendation: (recommendation: Recommendation) => {
      for (const { reasons } of recommendation.answer.recommendations) offers.inc({ reason: codeOf(reasons[0]) });
      recommendations.inc({
        outcome: outcomeOf(recommendation.answer),
        history: historyOf(recommendation),
        source: sourceOf(recommendation.request),
      });
    },
  };
}

function outcomeOf({ recommendations, fallback }: RecommendResponse): string {
  if (recommendations.length === 0) return 'nothing';
  return fallback ? 'fallback' : 'ranked';
}

const knownSources = new Set(['ivr', 'desk', 'web', 'shop']);

/** Callers may send any source, and each one would become a time series. */
function sourceOf({ source }: Recommendation['request']): string {
  const name = source.toLowerCase();
  return knownSources.has(name) ? name : 'other';
}

/** The code without the SKU that the reason names, because the codes are a short list. */
function codeOf(reason: string | undefined): string {
  return reason?.split(':')[0] ?? 'none';
}

function historyOf({ request, answer }: Recommendation): string {
  if (request.history !== null) return 'supplied';
  if (answer.customer_found === null) return 'unavailable';
  return answer.customer_found ? 'found' : 'not_found';
}

/** Measures a stage around its work. */
export async function timed<Result>(
  metrics: Pick<RecommendMetrics, 'time'>,
  stage: Stage,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = metrics.time(stage);
  return work().finally(stop);
}
