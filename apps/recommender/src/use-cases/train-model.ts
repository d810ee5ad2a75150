import type { Artifact } from '../domain/artifact.ts';
import { createArtifact } from '../training/create-artifact.ts';
import type { RankerData, TrainedRanker } from '../training/train-ranker.ts';
import { type BrandOfModels, dateOf, type EvaluationPorts, type OpenModel, reportOn } from './evaluate-model.ts';
import type { ModelReport } from './model-report.ts';

interface Dependencies extends EvaluationPorts {
  /** Throws a ModelProblem when there is too little to learn from. */
  train: (data: RankerData, seed: number) => TrainedRanker;
  /** Rows of features to check the model with. */
  sampleFeatures: (data: RankerData, trained: TrainedRanker) => Float32Array;
  /** Rejects when the scores of ONNX Runtime differ from the trainer's. */
  openArtifact: (artifact: Artifact) => Promise<OpenModel>;
  /** Rejects with a ModelProblem when a model cannot be stored: the directory is not writable, or full. */
  requireSpace: (slug: string) => Promise<void>;
  save: (slug: string, artifact: Artifact) => Promise<void>;
  featureSchema: { readonly names: readonly string[]; readonly hash: string };
  now: () => Date;
}

/** Trains a model, checks that ONNX Runtime agrees with the trainer, measures it and stores it. It serves after it is published. */
export function createTrainModel(dependencies: Dependencies) {
  const { loadData, train, sampleFeatures, openArtifact, requireSpace, save, featureSchema, now } = dependencies;
  return async ({ brand, seed }: { brand: BrandOfModels; seed: number }): Promise<ModelReport> => {
    await requireSpace(brand.slug);
    const data = await loadData(brand.id);
    const trained = train(data, seed);
    const artifact = createArtifact(trained.ensemble, {
      featureNames: featureSchema.names,
      featureSchemaHash: featureSchema.hash,
      objective: trained.objective,
      seed,
      brand: brand.slug,
      catalogVersion: data.catalogue.version,
      trainedAt: now(),
      sampleFeatures: sampleFeatures(data, trained),
      metrics: {},
      importance: trained.importance,
      learnt: { until: dateOf(lastDayOf(data)), backtest: trained.backtest },
    });
    const model = await openArtifact(artifact);
    try {
      const report = await reportOn(model, brand, data, dependencies);
      await save(brand.slug, { ...artifact, manifest: { ...artifact.manifest, metrics: report.metrics } });
      return report;
    } finally {
      await model.close();
    }
  };
}

function lastDayOf({ rows }: RankerData): number {
  return rows.days.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
}
