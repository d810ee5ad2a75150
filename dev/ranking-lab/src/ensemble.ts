import type { Task } from './protocol.ts';
import { createRandom } from './random.ts';
import type { RankedItems } from './ranked-items.ts';

/** How scores of different baselines become comparable: 1 / (rank + offset), or the score divided by the best of the list. */
export type Scale = { readonly by: 'rank'; readonly offset: number } | { readonly by: 'score' };

export interface EnsembleSetting {
  readonly scale: Scale;
  /** One per baseline. */
  readonly weights: readonly number[];
}

export interface TunedEnsemble extends EnsembleSetting {
  /** Mean of recall@10 and NDCG@10 on the tuning tasks. */
  readonly tuningFigure: number;
  readonly evaluations: number;
}

/** The lists of one baseline, one per task. */
export type ListsOfBaseline = readonly RankedItems[];

const listLength = 10;
const scales: readonly Scale[] = [
  { by: 'rank', offset: 1 },
  { by: 'rank', offset: 5 },
  { by: 'rank', offset: 20 },
  { by: 'rank', offset: 60 },
  { by: 'score' },
];
const factors = [0, 0.25, 0.5, 0.7, 0.85, 1.2, 1.4, 2, 4];
const firstWeights = [0.03, 0.1, 0.25, 0.5, 1];
const randomStarts = 4;
const mostPasses = 6;

/**
 * Searches the best weights for the tasks. It starts from each baseline's own figure, from the best baseline alone and from
 * random weights. From there it changes one weight at a time as long as the figure improves.
 */
export function tuneEnsemble(
  tasks: readonly Task[],
  lists: readonly ListsOfBaseline[],
  startWeights: readonly number[],
  seed: number,
): TunedEnsemble {
  const random = createRandom(seed);
  const best = Math.max(...startWeights);
  const starts = [
    startWeights.map((weight) => weight / best),
    startWeights.map((weight) => (weight === best ? 1 : 0)),
    ...Array.from({ length: randomStarts }, () => startWeights.map(() => 10 ** (-2 * random()))),
  ];
  let evaluations = 0;
  let found: TunedEnsemble | undefined;
  for (const scale of scales) {
    const polls = tasks.map((task, index) =>
      toPoll(
        task,
        lists.map((own) => own[index] as RankedItems),
        scale,
      ),
    );
    const winnable = polls.filter(({ targetPlaces }) => targetPlaces.length > 0);
    for (const start of starts) {
      const climbed = climb(winnable, start);
      evaluations += climbed.evaluations;
      const tuningFigure = climbed.sum / Math.max(1, tasks.length);
      if (found === undefined || tuningFigure > found.tuningFigure) {
        found = { scale, weights: climbed.weights, tuningFigure, evaluations: 0 };
      }
    }
  }
  if (found === undefined) throw new Error('no scale, no ensemble');
  return { ...found, evaluations };
}

/** The ensemble's recommendation for a task, made from the list of each baseline. */
export function recommendTogether(task: Task, lists: readonly RankedItems[], setting: EnsembleSetting): number[] {
  const poll = toPoll(task, lists, setting.scale);
  const sums = addUp(poll, setting.weights);
  const places = [...sums.keys()].filter((place) => at(sums, place) > 0);
  places.sort((a, b) => at(sums, b) - at(sums, a) || a - b);
  return places.slice(0, listLength).map((place) => at(poll.items, place));
}

/** The votes of the baselines for all items that any of them listed for a task. */
interface Poll {
  items: Int32Array;
  /** By baseline: one vote per item. */
  votes: Float64Array[];
  targetPlaces: number[];
  targetCount: number;
  bestGain: number;
}

function toPoll(task: Task, lists: readonly RankedItems[], scale: Scale): Poll {
  const places = new Map<number, number>();
  for (const { items } of lists) for (const item of items) if (!places.has(item)) places.set(item, places.size);
  const votes = lists.map(({ items, scores }) => {
    const own = new Float64Array(places.size);
    for (const [rank, item] of items.entries()) {
      const vote =
        scale.by === 'rank' ? (1 + scale.offset) / (1 + rank + scale.offset) : at(scores, rank) / at(scores, 0);
      own[places.get(item) ?? 0] = vote;
    }
    return own;
  });
  const targetPlaces = task.targets.map((item) => places.get(item)).filter((place) => place !== undefined);
  let bestGain = 0;
  for (let rank = 0; rank < Math.min(listLength, task.targets.length); rank++) bestGain += 1 / Math.log2(rank + 2);
  return { items: Int32Array.from(places.keys()), votes, targetPlaces, targetCount: task.targets.length, bestGain };
}

interface Climbed {
  weights: number[];
  /** Sum of the tasks' means of recall and NDCG. */
  sum: number;
  evaluations: number;
}

function climb(polls: readonly Poll[], start: readonly number[]): Climbed {
  let weights = [...start];
  const sums = polls.map((poll) => addUp(poll, weights));
  let sum = judge(polls, sums, 0, 0);
  let evaluations = 1;
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = sum;
    for (const [index, weight] of weights.entries()) {
      const largest = Math.max(...weights, 1e-9);
      const tries = weight > 0 ? factors.map((factor) => factor * weight) : firstWeights.map((part) => part * largest);
      let chosen = weight;
      for (const tried of tries) {
        const figure = judge(polls, sums, index, tried - weight);
        evaluations += 1;
        if (figure > sum) [chosen, sum] = [tried, figure];
      }
      if (chosen === weight) continue;
      weights = weights.with(index, chosen);
      for (const [place, poll] of polls.entries()) sums[place] = addUp(poll, weights);
    }
    if (sum === before) break;
  }
  return { weights, sum, evaluations };
}

function addUp({ items, votes }: Poll, weights: readonly number[]): Float64Array {
  const sums = new Float64Array(items.length);
  for (const [index, own] of votes.entries()) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    for (let place = 0; place < sums.length; place++) sums[place] = at(sums, place) + weight * at(own, place);
  }
  return sums;
}

/** The sum over the tasks, with the weight of one baseline changed. */
function judge(polls: readonly Poll[], sums: readonly Float64Array[], changed: number, change: number): number {
  let total = 0;
  for (const [index, poll] of polls.entries()) {
    const own = poll.votes[changed] as Float64Array;
    const sum = sums[index] as Float64Array;
    let hits = 0;
    let gain = 0;
    for (const target of poll.targetPlaces) {
      const rank = rankOf(target, sum, own, change);
      if (rank === listLength) continue;
      hits += 1;
      gain += 1 / Math.log2(rank + 2);
    }
    total += (hits / poll.targetCount + gain / poll.bestGain) / 2;
  }
  return total;
}

/** From 0; the length of a list for an item that is not in it. */
function rankOf(target: number, sum: Float64Array, own: Float64Array, change: number): number {
  const score = at(sum, target) + change * at(own, target);
  if (!(score > 0)) return listLength;
  let ahead = 0;
  for (let place = 0; place < sum.length && ahead < listLength; place++) {
    const other = at(sum, place) + change * at(own, place);
    if (other > score || (other === score && place < target)) ahead += 1;
  }
  return ahead;
}

function at(values: Float64Array | Int32Array, index: number): number {
  return values[index] as number;
}
