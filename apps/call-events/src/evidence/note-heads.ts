import type { Logger, Metrics } from '@callside/service-kit';
import type { HeadsStore } from './heads.store.ts';

interface Dependencies {
  store: Pick<HeadsStore, 'findDue' | 'note'>;
  logger: Logger;
  metrics: Metrics;
  /** Ms of a monotonic clock. */
  now: () => number;
}

const everyMs = 60_000;

/** Once a day for each brand. Does nothing when it ran in the last minute. */
export function createNoteHeads({ store, logger, metrics, now }: Dependencies) {
  const brokenChains = metrics.gauge(
    'evidence_chains_broken',
    'Chains of evidence that lacked rows, or had others, when this instance last compared them with a daily head.',
  );
  /** Of the last comparison of each brand. */
  const broken = new Map<string, number>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  return async (): Promise<void> => {
    if (now() - lookedAt < everyMs) return;
    lookedAt = now();
    for (const brandId of await store.findDue()) {
      const found = await store.note(brandId).catch((error: unknown) => {
        logger.error({ err: error, brandId }, 'the heads of the evidence could not be noted yet');
        return null;
      });
      if (found === null) continue;
      broken.set(brandId, found.length);
      if (found.length > 0) logger.error({ brandId, broken: found }, 'rows of the evidence were removed or changed');
    }
    brokenChains.set([...broken.values()].reduce((sum, count) => sum + count, 0));
  };
}
