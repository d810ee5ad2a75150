import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scoreRows, type TreeEnsemble } from '@callside/boosting';
import { drawShopKind, generateShop, generateVariedShop, RandomSource, shopKinds } from '@callside/demo-shop';
import { createLogger } from '@callside/service-kit';
import {
  compareRankings,
  defaultRankerSettings,
  defaultShopSettings,
  evaluateRankings,
  holdoutOf,
  type PairedRecall,
  rankerDataOfShop,
  ScoredQueries,
  sampleFeatures,
  type TaskFigures,
  taskKinds,
  trainDefaultRanker,
} from '../learning/index.ts';
import { bundledSizedArticleTypes, featureSchemaFor, sizedArticleTypesOf } from '../ranking/index.ts';
import { formatManifest } from './artifact-files.ts';
import { bundledModelDirectory, bundledModelName } from './artifact-finder.ts';
import { createArtifact } from './create-artifact.ts';
import { describeModelCard, type MeasuredShop } from './default-model/model-card.ts';
import { loadModel } from './load-model.ts';

// `node apps/recommender/dist/modules/models/build-default-model.js`: trains the bundled model on generated shops, measures and calibrates it on generated shops of other
// kinds, and writes it with its model card to models/default. The same code gives the same model.

const seed = 1;
const today = Date.parse('2026-01-01') / 86_400_000;
const jewellery = { seed: 20_260_101, today, products: 4_000, customers: 30_000 };
const drawnShops = 20;
const sizedArticleTypes = sizedArticleTypesOf(bundledSizedArticleTypes);
const featureSchema = featureSchemaFor(bundledSizedArticleTypes);

let lastStep = '';
function say(step: string): void {
  if (step !== lastStep) process.stdout.write(`${step} …\n`);
  lastStep = step;
}

const random = new RandomSource(seed);
const jewelleryData = rankerDataOfShop(generateShop(jewellery));
const shops = [
  jewelleryData,
  ...Array.from({ length: drawnShops }, (_, index) =>
    rankerDataOfShop(generateVariedShop(drawShopKind(random), { seed: 100 + index, today })),
  ),
];
const { ensemble, importance } = await trainDefaultRanker(
  shops,
  { ...defaultRankerSettings, ...defaultShopSettings, seed, sizedArticleTypes },
  ({ step }) => say(step),
);
const artifact = createArtifact(ensemble, {
  featureNames: featureSchema.names,
  featureSchemaHash: featureSchema.hash,
  objective: 'logistic and lambdarank',
  seed,
  brand: 'generated-shops',
  catalogVersion: jewelleryData.catalogue.version,
  trainedAt: new Date(),
  sampleFeatures: sampleFeatures(jewelleryData, holdoutOf(jewelleryData.rows), sizedArticleTypes),
  importance,
  bundled: true,
});
const { manifest, onnx } = artifact;
const logger = createLogger({ service: 'build-default-model', level: 'error' });
await (await loadModel(artifact, bundledModelName, { featureSchema, logger })).end();

const measured: MeasuredShop[] = [];
const scored = new ScoredQueries();
// Customers of different shops are different ones.
let customersBefore = 0;
for (const name of Object.keys(shopKinds) as (keyof typeof shopKinds)[]) {
  say(`baskets of a ${name} shop`);
  measured.push(...(await measureShop(name, ensemble)));
}
for (const { shop, task, model, unranked } of measured) {
  say(`${shop}, ${task}: ${model.toFixed(4)}, first-stage order ${unranked.toFixed(4)}`);
}
if (!measured.every(({ model, unranked }) => model > unranked)) {
  throw new Error('it is not better than the first-stage order everywhere');
}

const lines = shops.reduce((sum, { rows }) => sum + rows.days.length, 0);
const count = (value: number) => value.toLocaleString('en-US');
const learntFrom = [
  `the demo shop, which sells jewellery (seed ${jewellery.seed}): ${count(jewellery.products)} products, ${count(jewellery.customers)} customers`,
  `${drawnShops} shops of kinds that are drawn at random (seed ${seed}): how often customers order and repeat, how large orders are, how long products are sold, how much belongs together and how much is chance`,
  `in total ${count(lines)} order lines; at most ${count(defaultShopSettings.mostTasks)} baskets of a kind from each shop`,
];
await mkdir(bundledModelDirectory, { recursive: true });
await writeFile(join(bundledModelDirectory, 'model.onnx'), onnx);
await writeFile(
  join(bundledModelDirectory, 'manifest.json'),
  formatManifest({ ...manifest, calibration: scored.fit() }),
);
const measurements = { artifact_version: manifest.artifact_version, learnt_from: learntFrom, measured };
await writeFile(join(bundledModelDirectory, 'measured.json'), `${JSON.stringify(measurements, null, 2)}\n`);
await writeFile(join(bundledModelDirectory, 'README.md'), describeModelCard(manifest, learntFrom, measured));
say(`${manifest.artifact_version} is in ${bundledModelDirectory}`);

async function measureShop(name: keyof typeof shopKinds, trees: TreeEnsemble): Promise<MeasuredShop[]> {
  const data = rankerDataOfShop(generateVariedShop(shopKinds[name], { seed: 9, today }));
  const figures: TaskFigures[] = [];
  await evaluateRankings(
    data,
    holdoutOf(data.rows).days,
    { model: async ({ values, rowCount }) => scoreRows(trees, values, rowCount) },
    {
      sizedArticleTypes,
      onTask: (of, { task, items, scores }) => {
        figures.push(of);
        scored.add(
          { task: { ...task, customer: customersBefore + task.customer }, items },
          scores.model as Float32Array,
        );
      },
    },
  );
  customersBefore += data.rows.customers.length;
  return taskKinds.map((kind) => {
    const ofKind = figures.filter(({ task }) => task.kind === kind);
    const mean = (ranking: string) =>
      ofKind.reduce((sum, { rankings }) => sum + (rankings[ranking]?.quality as number), 0) / ofKind.length;
    const pairs = ofKind.map(
      ({ task, rankings }): PairedRecall => ({
        kind,
        customer: task.customer,
        ours: rankings.model?.quality as number,
        theirs: rankings.unranked?.quality as number,
      }),
    );
    const compared = compareRankings(pairs, seed);
    if (compared === null) throw new Error(`nothing was found for ${kind} in ${name}`);
    const { difference, low, high } = compared;
    return {
      shop: name,
      task: kind.replaceAll('_', ' '),
      tasks: ofKind.length,
      model: mean('model'),
      unranked: mean('unranked'),
      own_frequency: mean('own_frequency'),
      popularity: mean('popularity'),
      difference,
      low,
      high,
    };
  });
}
