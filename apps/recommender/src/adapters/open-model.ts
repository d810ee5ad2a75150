import type { Logger } from '@callside/service-kit';
import { type Artifact, backtestOf } from '../domain/artifact.ts';
import type { OpenModel } from '../use-cases/evaluate-model.ts';
import type { Score } from '../use-cases/recommend-offers.ts';
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

/** No caller waits for these scores. */
const patienceMs = 60_000;

/** Opens models for evaluation, with all the checks that the service makes. Rejects with an ArtifactError. */
export function createModelOpener({ store, featureSchema, logger }: ModelOpenerOptions) {
  const open = async (artifact: Artifact, name: string): Promise<OpenModel> => {
    const load = (part: Artifact, partName: string) => loadModel(part, partName, { featureSchema, threads: 1, logger });
    const pools = [await load(artifact, name)];
    const backtest = backtestOf(artifact);
    const close = async () => void (await Promise.all(pools.map((pool) => pool.end())));
    try {
      if (backtest !== null) pools.push(await load(backtest, `the backtest of ${name}`));
    } catch (error) {
      await close();
      throw error;
    }
    const [score, backtestScore = null] = pools.map(
      (pool): Score =>
        (features, rowCount) =>
          pool.score(features, rowCount, sharedNowMs() + patienceMs),
    ) as [Score, Score?];
    return { manifest: artifact.manifest, score, backtest: backtestScore, close };
  };
  return {
    open: (artifact: Artifact) => open(artifact, nameOf(artifact.manifest.artifact_version)),
    /** Null opens the bundled default. */
    openStored: async (brand: string, version: string | null) =>
      version === null
        ? open(await readArtifact(bundledModelDirectory, bundledModelName), bundledModelName)
        : open(await store.read(brand, version), nameOf(version)),
  };
}
