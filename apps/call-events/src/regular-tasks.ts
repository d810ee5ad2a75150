import { BackgroundTask, type Logger } from '@callside/service-kit';

/** By name. */
type RegularTasks = Readonly<Record<string, { pauseMs: number; run: () => Promise<unknown> }>>;

/** Tasks whose pause is always the same. */
export function regularTasks(logger: Logger, tasks: RegularTasks): BackgroundTask<unknown>[] {
  return Object.entries(tasks).map(
    ([name, { pauseMs, run }]) => new BackgroundTask({ name, pauseMs: () => pauseMs, run, logger }),
  );
}
