import type { Catalogue } from '../catalogue.ts';
import { ideaCount } from './three-ideas.ts';

/** Whether the first three items of a list are all different. */
export interface TopDiversity {
  readonly titles: boolean;
  readonly families: boolean;
  readonly types: boolean;
}

/** null for a list of fewer than three items. */
export function topDiversity({ columns }: Catalogue, list: readonly number[]): TopDiversity | null {
  const top = list.slice(0, ideaCount);
  if (top.length < ideaCount) return null;
  const areDifferent = (codes: Int32Array) => new Set(top.map((item) => codes[item])).size === ideaCount;
  const { titles, families, types } = columns;
  return { titles: areDifferent(titles), families: areDifferent(families), types: areDifferent(types) };
}
