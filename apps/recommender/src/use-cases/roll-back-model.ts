import type { readBundledManifest } from '../adapters/artifact-finder.ts';
import type { ArtifactStore } from '../adapters/artifact-store.ts';
import type { ChangeOnRecord } from './change-on-record.ts';
import type { BrandOfModels } from './evaluate-model.ts';

interface Dependencies {
  store: Pick<ArtifactStore, 'rollback'>;
  readBundled: typeof readBundledManifest;
  changeOnRecord: ChangeOnRecord;
}

/** Returns to the model that was published before, or to the bundled one. */
export function rollBackModel(
  brand: BrandOfModels,
  { store, readBundled, changeOnRecord }: Dependencies,
): Promise<{ current: string; previous: string }> {
  return changeOnRecord(brand, async (putOnRecord) => {
    const bundled = (await readBundled())?.artifact_version ?? 'none';
    const { current, previous } = await store.rollback(brand.slug, (change) =>
      putOnRecord({
        action: 'model.rollback',
        subject: change.previous,
        detail: { current: change.current ?? bundled },
      }),
    );
    return { current: current ?? bundled, previous };
  });
}
