import type { Logger } from '@callside/service-kit';
import type { Artifact } from '../domain/artifact.ts';
import type { OpenModel } from '../use-cases/evaluate-model.ts';
import { readArtifact } from './artifact-files.ts';
import { bundledModelDirectory, bundledModelName } from './artifact-finder.ts';
import { type ArtifactStore, nameOf } from './artifact-store.ts';
import { type FeatureSchema, loadModel } from './load-model.ts';
import { sharedNowMs } from './onnx-messages.ts';

interface ModelOpenerOptions {
  store: ArtifactStore;
  featureSchema: FeatureSchema;
  logger: Logger;
}

/** Nobody waits on the phone for these scores. */
const patienceMs = 60_000;

/** Opens models to measure them, with all the checks that the service makes. They reject with an ArtifactError. */
export function createModelOpener({ store, featureSchema, logger }: ModelOpenerOptions) {
  const open = async (artifact: Artifact, name: string): Promise<OpenModel> => {
    const pool = await loadModel(artifact, name, { featureSchema, threads: 1, logger });
    return {
      manifest: artifact.manifest,
      score: (features, rowCount) => pool.score(features, rowCount, sharedNowMs() + patienceMs),
      close: () => pool.end(),
    };
  };
  return {
    open: (artifact: Artifact) => open(artifact, nameOf(artifact.manifest.artifact_version)),
    /** Null is the bundled default. */
    openStored: async (brand: string, version: string | null) =>
      version === null
        ? open(await readArtifact(bundledModelDirectory, bundledModelName), bundledModelName)
        : open(await store.read(brand, version), nameOf(version)),
  };
}
