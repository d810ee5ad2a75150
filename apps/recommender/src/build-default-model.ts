import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scoreRows } from '@callside/boosting';
import { generateShop } from '@callside/demo-shop';
import { createLogger } from '@callside/service-kit';
import { formatManifest } from './adapters/artifact-files.ts';
import { bundledModelDirectory, bundledModelName } from './adapters/artifact-finder.ts';
import { loadModel } from './adapters/load-model.ts';
import { sizedArticleTypesOf } from './domain/eligibility.ts';
import { describeModelCard } from './model-card.ts';
import { bundledSizedArticleTypes, featureSchemaFor } from './models/feature-schema.ts';
import { createArtifact } from './training/create-artifact.ts';
import { evaluateRankings } from './training/evaluate-rankings.ts';
import { holdoutOf } from './training/holdout.ts';
import { sampleFeatures } from './training/sample-features.ts';
import { ScoredQueries } from './training/scored-queries.ts';
import { rankerDataOfShop } from './training/shop-data.ts';
import { defaultRankerSettings, trainRanker } from './training/train-ranker.ts';
import { metricsOf } from './use-cases/model-report.ts';

// `node dist/build-default-model.js`: trains the bundled model on a generated shop and writes it, with its model card,
// to models/default. The same code gives the same model.

const seed = 1;
const shop = { seed: 20_260_101, today: Date.parse('2026-01-01') / 86_400_000, products: 4_000, customers: 30_000 };
const sizedArticleTypes = sizedArticleTypesOf(bundledSizedArticleTypes);
const featureSchema = featureSchemaFor(bundledSizedArticleTypes);

let lastStep = '';
function say(step: string): void {
  if (step !== lastStep) process.stdout.write(`${step} …\n`);
  lastStep = step;
}

say('made-up shop');
const data = rankerDataOfShop(generateShop(shop));
const holdout = holdoutOf(data.rows);
const trained = await trainRanker(data, { ...defaultRankerSettings, seed, sizedArticleTypes }, ({ step }) => say(step));
const artifact = createArtifact(trained.ensemble, {
  featureNames: featureSchema.names,
  featureSchemaHash: featureSchema.hash,
  objective: trained.objective,
  seed,
  brand: 'made-up-shop',
  catalogVersion: data.catalogue.version,
  trainedAt: new Date(),
  sampleFeatures: sampleFeatures(data, holdout, sizedArticleTypes),
  metrics: {},
  importance: trained.importance,
  bundled: true,
});
const logger = createLogger({ service: 'build-default-model', level: 'error' });
const pool = await loadModel(artifact, bundledModelName, { featureSchema, threads: 1, logger });
try {
  const queries = new ScoredQueries();
  const evaluation = await evaluateRankings(
    data,
    holdout.days,
    { model: async ({ values, rowCount }) => scoreRows(trained.backtest, values, rowCount) },
    {
      sizedArticleTypes,
      onProgress: () => say('purchases to foresee'),
      onTask: (_, { scores, ...scored }) => queries.add(scored, scores.model as Float32Array),
    },
  );
  const manifest = { ...artifact.manifest, metrics: metricsOf(evaluation) };
  await mkdir(bundledModelDirectory, { recursive: true });
  await writeFile(join(bundledModelDirectory, 'model.onnx'), artifact.onnx);
  await writeFile(join(bundledModelDirectory, 'manifest.json'), formatManifest(manifest));
  await writeFile(
    join(bundledModelDirectory, 'README.md'),
    describeModelCard(manifest, { ...shop, lines: data.rows.days.length }, queries.crossFitted()),
  );
  say(`${manifest.artifact_version} is in ${bundledModelDirectory}`);
} finally {
  await pool.end();
}
