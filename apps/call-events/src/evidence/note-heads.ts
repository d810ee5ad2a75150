import type { Logger, Metrics } from '@callside/service-kit';
import type { HeadsStore } from './heads.store.ts';

interface Dependencies {
  store: Pick<HeadsStore, 'findDue' | 'note' | 'countBroken'>;
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
    'Chains of evidence that lacked rows, or had others, when they were last compared with a daily head.',
  );
  let lookedAt = Number.NEGATIVE_INFINITY;

  return async (): Promise<void> => {
    if (now() - lookedAt < everyMs) return;
    lookedAt = now();
    for (const brandId of await store.findDue()) {
      const found = await store.note(brandId).catch((error: unknown) => {
        logger.error({ err: error, brandId }, 'the heads of the evidence could not be noted yet');
        return null;
      });
      if (found !== null && found.length > 0) {
        logger.error({ brandId, broken: found }, 'rows of the evidence were removed or changed');
      }
    }
    // From the audit log: another instance may have made the comparison, or this one before its restart.
    brokenChains.set(await store.countBroken());
  };
}
