/** Share of the targets that are among the first `count` of the list. */
export function recallAt(list: readonly number[], targets: ReadonlySet<number>, count: number): number {
  return countHits(list, targets, count) / targets.size;
}

/** 1 when a target is among the first `count` of the list, else 0. */
export function hitAt(list: readonly number[], targets: ReadonlySet<number>, count: number): number {
  return countHits(list, targets, count) > 0 ? 1 : 0;
}

/** Discounted gain of the targets divided by that of the best possible list; every target counts 1. */
export function ndcgAt(list: readonly number[], targets: ReadonlySet<number>, count: number): number {
  let gain = 0;
  for (const [index, item] of list.slice(0, count).entries()) if (targets.has(item)) gain += discount(index);
  let best = 0;
  for (let index = 0; index < Math.min(count, targets.size); index++) best += discount(index);
  return gain / best;
}

function countHits(list: readonly number[], targets: ReadonlySet<number>, count: number): number {
  return list.slice(0, count).filter((item) => targets.has(item)).length;
}

function discount(index: number): number {
  return 1 / Math.log2(index + 2);
}
