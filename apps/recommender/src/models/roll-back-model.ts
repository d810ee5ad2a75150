import type { readBundledManifest } from './artifact-finder.ts';
import type { ArtifactStore, ProblemOf, SkippedArtifact } from './artifact-store.ts';
import type { ChangeOnRecord } from './change-on-record.ts';
import type { BrandOfModels } from './evaluate-model.ts';

interface Dependencies {
  store: Pick<ArtifactStore, 'rollback'>;
  readBundled: typeof readBundledManifest;
  problemOf: ProblemOf;
  changeOnRecord: ChangeOnRecord;
}

export interface ModelsRolledBack {
  current: string;
  previous: string;
  /** Models between both that cannot serve, the latest first. */
  skipped: readonly SkippedArtifact[];
}

/** Returns to the last model that was published before and can serve, or to the bundled one. */
export function rollBackModel(
  brand: BrandOfModels,
  { store, readBundled, problemOf, changeOnRecord }: Dependencies,
): Promise<ModelsRolledBack> {
  return changeOnRecord(brand, async (putOnRecord) => {
    const bundled = (await readBundled())?.artifact_version ?? 'none';
    const { current, previous, skipped } = await store.rollback(
      brand.slug,
      (change) =>
        putOnRecord({
          action: 'model.rollback',
          subject: change.previous,
          detail: {
            current: change.current ?? bundled,
            ...(change.skipped.length > 0 && { skipped: change.skipped.map(({ version }) => version) }),
          },
        }),
      problemOf,
    );
    return { current: current ?? bundled, previous, skipped };
  });
}
