import type { RankerData } from '../learning/index.ts';
import type { Artifact } from './artifact.ts';
import type { ArtifactStore } from './artifact-store.ts';
import { type BrandOfModels, type EvaluationDependencies, measure } from './evaluate-model.ts';
import type { ModelReport } from './model-report.ts';
import type { ModelOpener } from './open-model.ts';

export interface StoringDependencies extends EvaluationDependencies {
  store: Pick<ArtifactStore, 'published' | 'requireSpace' | 'save'>;
  opener: Pick<ModelOpener, 'open' | 'openStored'>;
}

/** Opens a new model with the checks of the service, measures it and stores it with its figures. */
export async function storeMeasured(
  artifact: Artifact,
  brand: BrandOfModels,
  data: RankerData,
  dependencies: StoringDependencies,
): Promise<ModelReport> {
  const { store, opener } = dependencies;
  const model = await opener.open(artifact);
  try {
    const { report, ...learnt } = await measure(model, brand, data, dependencies);
    const measured = { metrics: report.metrics, ...learnt };
    await store.save(brand.slug, { ...artifact, manifest: { ...artifact.manifest, ...measured } });
    return report;
  } finally {
    await model.close();
  }
}
