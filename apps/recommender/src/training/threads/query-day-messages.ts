import type { Catalogue } from '../../domain/catalogue.ts';
import type { AskedTask } from '../asked-task.ts';
import type { QueryDay } from '../ranking-task.ts';
import type { RankerData } from '../shop-as-of.ts';

export interface ThreadData extends Pick<RankerData, 'rows' | 'records'> {
  /** The catalogue without its functions, which cannot be passed to a thread. */
  readonly catalogue: Pick<Catalogue, 'items' | 'version'>;
  /** The days whose tasks this thread computes, in this order. */
  readonly days: readonly QueryDay[];
  readonly sizedArticleTypes: readonly string[];
}

/** Some tasks of a day, in the order of the tasks. */
export interface AskedTasks {
  readonly asked: readonly AskedTask[];
  readonly isEndOfDay: boolean;
}

/** A thread sends this many messages that the caller has not read, and then waits. */
export const messagesAhead = 6;
/** A task takes about 50 kB. */
export const tasksInMessage = 50;
