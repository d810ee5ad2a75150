import { toTextTable } from '@callside/test-kit';
import { ensembleName, type Measured } from './contest.ts';
import { compareMeans, type QualityFigures, type Ratio, summarize } from './evaluation.ts';
import type { TaskKind } from './protocol.ts';

export interface ContestReport {
  shop: string;
  kind: TaskKind;
  tasks: number;
  recommenders: (Omit<Measured, 'scores'> & { figures: QualityFigures; byEnsemble: Ratio | null })[];
}

/** Figures of each recommender. A recommender that is not a baseline is also compared with the ensemble. */
export function toReport(
  contest: { shop: string; kind: TaskKind },
  baselines: readonly Measured[],
  ours: readonly Measured[],
  seed: number,
): ContestReport {
  const ensemble = baselines.find(({ name }) => name === ensembleName)?.scores ?? [];
  const recommenders = [...baselines, ...ours].map((measured) => {
    const { scores, ...rest } = measured;
    const byEnsemble = ours.includes(measured) ? compareMeans(scores, ensemble, seed) : null;
    return { ...rest, figures: summarize(scores), byEnsemble };
  });
  return { shop: contest.shop, kind: contest.kind, tasks: ensemble.length, recommenders };
}

/** The least ratio to the ensemble that the recommender should reach. */
const goals: Record<TaskKind, number> = {
  'return basket': 1.03,
  anchors: 1.17,
  'next basket': 1.13,
  'next purchase': 1,
};

const head = ['recommender', 'recall@10', 'NDCG@10', 'mean', 'by customer', 'repeats', 'new', 'candidates', 'seconds'];

export function toReportText({ shop, kind, tasks, recommenders }: ContestReport): string {
  const lines = recommenders.map(({ name, figures, seconds }) => {
    const { recall, ndcg, mean, meanByCustomer, repeats, newItems, candidateRecall } = figures;
    const shares = [recall, ndcg, mean, meanByCustomer, repeats, newItems, candidateRecall];
    return [name, ...shares.map((share) => share?.toFixed(4) ?? ''), seconds.toFixed(1)];
  });
  const ratios = recommenders.flatMap(({ name, byEnsemble }) => {
    if (byEnsemble === null) return [];
    const { ratio, low, high } = byEnsemble;
    return [
      `${name} by ${ensembleName}: ${ratio.toFixed(3)} (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}; goal ${goals[kind].toFixed(2)})`,
    ];
  });
  const numbers = new Set(head.keys());
  numbers.delete(0);
  const title = `${shop}, ${kind}: ${tasks} tasks`;
  return [title, '', toTextTable([head, ...lines], numbers), ...ratios].join('\n');
}
