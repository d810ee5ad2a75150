import type { Catalogue } from '../../ranking/index.ts';
import type { PreparedQuery } from '../prepared-query.ts';
import type { QueryDay } from '../ranking-task.ts';
import type { RankerData } from '../shop-as-of.ts';

export interface ThreadData extends Pick<RankerData, 'rows' | 'records' | 'justBoughtDays'> {
  /** The catalogue without its functions, which cannot be passed to a thread. */
  readonly catalogue: Pick<Catalogue, 'items' | 'version'>;
  /** The days whose queries this thread prepares, in this order. */
  readonly days: readonly QueryDay[];
  readonly sizedArticleTypes: readonly string[];
}

/** Some queries of a day, in the order of its tasks. */
export interface PreparedQueries {
  readonly queries: readonly PreparedQuery[];
  readonly isEndOfDay: boolean;
}

/** A thread sends this many messages that the caller has not read, and then waits. */
export const messagesAhead = 6;
/** A query takes about 50 kB. */
export const queriesInMessage = 50;
