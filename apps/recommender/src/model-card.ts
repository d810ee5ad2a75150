import type { ArtifactManifest } from './models/artifact.ts';
import type { Reliability } from './training/calibrate.ts';
import type { EvaluationMetrics, GroupOfTasks } from './use-cases/model-report.ts';

interface MadeUpShop {
  readonly seed: number;
  readonly products: number;
  readonly customers: number;
  /** Order lines. */
  readonly lines: number;
}

const orderTitles = {
  model: 'this model',
  unranked: 'order before ranking',
  own_frequency: "customer's own frequency",
  popularity: 'popularity',
} as const;
const mostFeatures = 10;

/** The card of the bundled model, as Markdown. */
export function describeModelCard(
  manifest: Omit<ArtifactManifest, 'metrics'> & { readonly metrics: EvaluationMetrics },
  shop: MadeUpShop,
  reliability: Readonly<Record<string, Reliability | undefined>>,
): string {
  const { artifact_version, trees, objective, seed, feature_schema_hash, feature_names, onnx_sha256, importance } =
    manifest;
  const count = (value: number) => value.toLocaleString('en-US');
  const foremost = Object.entries(importance)
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostFeatures)
    .map(([name, share]) => `| \`${name}\` | ${(share * 100).toFixed(1)} % |`);
  return `# The bundled default model: ${artifact_version}

Ranks offers for a deployment that has not trained a model of its own yet. \`callside model train\` and \`callside model publish\`
replace it; \`callside model rollback\` comes back to it.

- ${trees} trees (${objective}), ${feature_names.length} features, seed ${seed}
- feature_schema_hash \`${feature_schema_hash}\`
- SHA-256 of model.onnx \`${onnx_sha256}\`

## Trained on

A made-up jewellery shop (\`packages/demo-shop\`, seed ${shop.seed}): ${count(shop.products)} products, ${count(shop.customers)} customers, ${count(shop.lines)} order lines. No
customer, product or order of anybody is in it. The features tell how products, histories and anchors relate, never which product
it is: they mean the same on a catalogue that the model has not seen.

## Measured

On the last thirty days of that shop's orders, each basket asked on its own day, with trees that learnt in the same way from the days before only. What it is worth
elsewhere, \`callside model evaluate\` tells.

${Object.entries(manifest.metrics)
  .map(([task, { all }]) => describeTask(task, all))
  .join('\n\n')}

## Probabilities

Offers of this model have no \`purchase_probability\`. A calibration holds for the shop that it was fitted on, because how often customers
buy differs between shops. The tables show that scores of this kind can be calibrated: on the made-up shop, fitted on one half of the
customers and measured on the other.

${Object.entries(reliability)
  .flatMap(([task, of]) => (of === undefined ? [] : [describeReliability(task, of)]))
  .join('\n\n')}

## What it goes by

| feature | share of gain |
| --- | --- |
${foremost.join('\n')}

## Made again by

\`node apps/recommender/dist/build-default-model.js\`, after a change of the features: a model of another feature_schema_hash does not load.
`;
}

function describeReliability(task: string, { bins, expected_calibration_error }: Reliability): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const rows = bins.map(
    ({ offers, predicted, bought }) =>
      `| ${percent(predicted)} | ${percent(bought)} | ${offers.toLocaleString('en-US')} |`,
  );
  const title = `${task}: expected calibration error ${percent(expected_calibration_error)}`;
  return `${title}\n\n| predicted | bought | offers |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function describeTask(task: string, { tasks, rankings }: GroupOfTasks): string {
  const rows = Object.entries(orderTitles).flatMap(([name, title]) => {
    const figures = rankings[name as keyof typeof orderTitles];
    if (figures === undefined) return [];
    const { recall, ndcg, hit_rate } = figures;
    return [`| ${title} | ${[recall[10], ndcg[10], hit_rate[10]].map((value) => value.toFixed(3)).join(' | ')} |`];
  });
  return `| ${task.replaceAll('_', ' ')} (${tasks.toLocaleString('en-US')}) | recall@10 | NDCG@10 | hit rate@10 |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}
