/** Weight of a hit at a position; 0 is the first. */
export function discountAt(position: number): number {
  return 1 / Math.log2(position + 2);
}

/** Discounted gain of the best possible list of `k` with this many relevant items. */
function idealGain(relevantCount: number, k: number): number {
  let gain = 0;
  for (let position = 0; position < Math.min(relevantCount, k); position += 1) gain += discountAt(position);
  return gain;
}

/** Share of the relevant items that are among the first `k`; 0 when nothing is relevant. An item must not occur twice. */
export function recallAt(ranked: readonly number[], relevant: ReadonlySet<number>, k: number): number {
  if (relevant.size === 0) return 0;
  return ranked.slice(0, k).filter((item) => relevant.has(item)).length / relevant.size;
}

/** Discounted gain of the first `k`, with equal weight for all relevant items, as a share of the ideal list's. */
export function ndcgAt(ranked: readonly number[], relevant: ReadonlySet<number>, k: number): number {
  if (relevant.size === 0) return 0;
  let gain = 0;
  for (const [position, item] of ranked.slice(0, k).entries()) {
    if (relevant.has(item)) gain += discountAt(position);
  }
  return gain / idealGain(relevant.size, k);
}

/** 1 when a relevant item is among the first `k`, else 0. */
export function hitAt(ranked: readonly number[], relevant: ReadonlySet<number>, k: number): number {
  return ranked.slice(0, k).some((item) => relevant.has(item)) ? 1 : 0;
}

export const cutoffs = [1, 5, 10] as const;

export type Cutoff = (typeof cutoffs)[number];

/** Means over the queries, 0 without queries. */
export interface MeanRankingMetrics {
  /** The sum of their weights: their number when each weighs 1. */
  readonly queries: number;
  readonly recall: Readonly<Record<Cutoff, number>>;
  readonly ndcg: Readonly<Record<Cutoff, number>>;
  readonly hit: Readonly<Record<Cutoff, number>>;
}

/** Sums the metrics of ranked lists. A query without relevant items is left out. */
export class RankingMetricsAccumulator {
  #weight = 0;
  readonly #recall = { 1: 0, 5: 0, 10: 0 };
  readonly #ndcg = { 1: 0, 5: 0, 10: 0 };
  readonly #hit = { 1: 0, 5: 0, 10: 0 };

  add(ranked: readonly number[], relevant: ReadonlySet<number>, weight = 1): void {
    if (relevant.size === 0) return;
    this.#weight += weight;
    for (const k of cutoffs) {
      this.#recall[k] += weight * recallAt(ranked, relevant, k);
      this.#ndcg[k] += weight * ndcgAt(ranked, relevant, k);
      this.#hit[k] += weight * hitAt(ranked, relevant, k);
    }
  }

  means(): MeanRankingMetrics {
    const count = this.#weight || 1;
    const mean = (sums: Record<Cutoff, number>) => ({ 1: sums[1] / count, 5: sums[5] / count, 10: sums[10] / count });
    return { queries: this.#weight, recall: mean(this.#recall), ndcg: mean(this.#ndcg), hit: mean(this.#hit) };
  }
}
