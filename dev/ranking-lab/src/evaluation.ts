import { ndcgAt, recallAt } from '@callside/boosting';
import type { Task } from './protocol.ts';
import { createRandom } from './random.ts';

const listLength = 10;

export interface TaskScore {
  id: string;
  recall: number;
  ndcg: number;
  /** Mean of recall and NDCG with only the items that the customer bought before as targets; null without such items. */
  repeats: number | null;
  /** The same with only the items that are new to the customer. */
  newItems: number | null;
  /** Share of the targets among the recommender's candidates; null when it does not give them. */
  candidateRecall: number | null;
}

export interface QualityFigures {
  tasks: number;
  recall: number;
  ndcg: number;
  /** Mean of recall@10 and NDCG@10 over the tasks: the main figure. */
  mean: number;
  /** The same over the customers: the mean of each customer counts once. */
  meanByCustomer: number;
  repeats: number;
  newItems: number;
  candidateRecall: number | null;
}

/** Scores a list of recommended items, the best first. Throws when it offers an anchor or an item twice. */
export function scoreTask(
  task: Task,
  recommended: readonly number[],
  candidates: Iterable<number> | null = null,
): TaskScore {
  const list = recommended.slice(0, listLength);
  if (new Set(list).size < list.length) throw new Error(`an item twice in the list for ${task.id}`);
  if (task.anchors.some((anchor) => list.includes(anchor))) throw new Error(`an anchor in the list for ${task.id}`);
  const targets = new Set(task.targets);
  const bought = new Set(task.history.flatMap(({ items }) => items));
  return {
    id: task.id,
    recall: recallAt(list, targets, listLength),
    ndcg: ndcgAt(list, targets, listLength),
    repeats: meanQuality(list, new Set(task.targets.filter((item) => bought.has(item)))),
    newItems: meanQuality(list, new Set(task.targets.filter((item) => !bought.has(item)))),
    candidateRecall: candidates === null ? null : recallAt([...new Set(candidates)], targets, Number.POSITIVE_INFINITY),
  };
}

export function summarize(scores: readonly TaskScore[]): QualityFigures {
  const candidateRecalls = scores.map(({ candidateRecall }) => candidateRecall).filter((value) => value !== null);
  const recall = mean(scores.map((score) => score.recall));
  const ndcg = mean(scores.map((score) => score.ndcg));
  return {
    tasks: scores.length,
    recall,
    ndcg,
    mean: (recall + ndcg) / 2,
    meanByCustomer: meanByCustomer(scores),
    repeats: mean(scores.map(({ repeats }) => repeats).filter((value) => value !== null)),
    newItems: mean(scores.map(({ newItems }) => newItems).filter((value) => value !== null)),
    candidateRecall: candidateRecalls.length === 0 ? null : mean(candidateRecalls),
  };
}

/** The id of a task is made of the customer and the day. */
function meanByCustomer(scores: readonly TaskScore[]): number {
  const ofCustomers = new Map<string, number[]>();
  for (const { id, recall, ndcg } of scores) {
    const customer = id.slice(0, id.lastIndexOf(' '));
    ofCustomers.set(customer, [...(ofCustomers.get(customer) ?? []), (recall + ndcg) / 2]);
  }
  return mean([...ofCustomers.values()].map(mean));
}

export interface Ratio {
  ratio: number;
  /** 95 % of the ratios of tasks drawn with replacement (bootstrap) are from `low` to `high`. */
  low: number;
  high: number;
}

/** The ratio of the means of two recommenders on the same tasks, in the same order. */
export function compareMeans(ours: readonly TaskScore[], theirs: readonly TaskScore[], seed: number): Ratio {
  const pairs = ours.map((score, index) => {
    const other = theirs[index];
    if (other?.id !== score.id) throw new Error(`task ${score.id} was not given to both recommenders`);
    return { one: score.recall + score.ndcg, other: other.recall + other.ndcg };
  });
  const random = createRandom(seed);
  const draw = () => Array.from(pairs, () => pairs[Math.floor(random() * pairs.length)] ?? { one: 0, other: 0 });
  const ratios = Array.from({ length: 1000 }, () => ratioOf(draw())).sort((a, b) => a - b);
  return { ratio: ratioOf(pairs), low: ratios[25] ?? Number.NaN, high: ratios[974] ?? Number.NaN };
}

function ratioOf(pairs: readonly { one: number; other: number }[]): number {
  return pairs.reduce((sum, { one }) => sum + one, 0) / pairs.reduce((sum, { other }) => sum + other, 0);
}

function meanQuality(list: readonly number[], targets: ReadonlySet<number>): number | null {
  if (targets.size === 0) return null;
  return (recallAt(list, targets, listLength) + ndcgAt(list, targets, listLength)) / 2;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
