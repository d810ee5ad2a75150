import type { Past } from '../past.ts';
import type { Task } from '../protocol.ts';

/** Adds to the scores of the catalogue's items, which are all 0 before. Items with a score of 0 are not recommended. */
export type ScoreItems = (task: Task, scores: Float64Array) => void;

/** The values to choose from; the search starts with the first of each. */
export type Grid<Setting> = { readonly [Name in keyof Setting]: readonly Setting[Name][] };

export interface Baseline<Setting extends object> {
  readonly name: string;
  readonly grid: Grid<Setting>;
  fit(past: Past, setting: Setting): ScoreItems;
  /** Changes of the chosen setting for the measurement, when tuning used a cheaper one. */
  readonly afterTuning?: Partial<Setting>;
  /** Recommends only what the customer bought before. */
  readonly onlyOwnItems?: boolean;
  /** Fitted once a month, like the recommender's model, because a fit takes long. The others are fitted with all new data. */
  readonly isFittedMonthly?: boolean;
  /** Uses the attributes of products. */
  readonly needsAttributes?: boolean;
}

/** Whether items of the customer's history may be offered again. */
export interface OwnItems {
  ownItems: 'kept' | 'left out';
}

export const ownItemsGrid: Grid<OwnItems> = { ownItems: ['kept', 'left out'] };

export const queryGrid = { decay: [0.9, 1, 0.7, 0.5, 0.2], historyWeight: [0.2, 0, 0.05, 0.5, 1, 2] } as const;

export function addTo(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount;
}
