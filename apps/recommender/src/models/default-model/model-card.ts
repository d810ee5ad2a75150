import { defaultShopSettings } from '../../learning/index.ts';
import type { ArtifactManifest } from '../artifact.ts';
import type { MeasuredShop } from './measured-shops.ts';

const mostFeatures = 10;

/** The card of the bundled model, as Markdown. `learntFrom`: a line for each group of shops. */
export function describeModelCard(
  manifest: Pick<
    ArtifactManifest,
    | 'artifact_version'
    | 'trees'
    | 'objective'
    | 'seed'
    | 'feature_schema_hash'
    | 'feature_names'
    | 'onnx_sha256'
    | 'importance'
  >,
  learntFrom: readonly string[],
  measured: readonly MeasuredShop[],
): string {
  const { artifact_version, trees, objective, seed, feature_schema_hash, feature_names, onnx_sha256, importance } =
    manifest;
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

Shops that were generated from seeds (\`dev/demo-shop\`):

${learntFrom.map((line) => `- ${line}`).join('\n')}

No customer, product or order of anybody is in them. No feature identifies a product, a customer or a value, so the model can rank any
catalogue. Its customers differ from those of all these shops, so the first-stage order is a part of its scores: the logarithm of the place, with
${defaultShopSettings.priorWeight} times the spread of the trees' scores.

## Measured on generated shops that it was not trained on

Means of recall@10 and NDCG@10. The difference is that of the model to the first-stage order, with a 95 % interval (bootstrap). Each basket is a query of
its own day. The project refuses a bundled model that is not better than the first-stage order in each line.

| shop | query | baskets | this model | first-stage order | own frequency | popularity | difference |
| --- | --- | --- | --- | --- | --- | --- | --- |
${measured.map(describeMeasured).join('\n')}

\`callside model train\` measures this model on the orders of a shop, beside one that was trained on them.

## Probabilities

Offers of this model have no \`purchase_probability\`: what callers accept is learnt from the outcomes of a shop. Its scores are calibrated
on the shops above, so that a rule with the factor 2 doubles the odds that such shops have.

## What it goes by

Of the trees, without the first-stage order that is added:

| feature | share of gain |
| --- | --- |
${foremost.join('\n')}

## Made again by

\`node apps/recommender/dist/modules/models/build-default-model.js\`, after a change of the features: a model of another feature_schema_hash does not load.
\`npm run bench -- --only ranking-quality --data DIR --bundled-model\` measures it on purchase histories that you have.
`;
}

function describeMeasured(measured: MeasuredShop): string {
  const { shop, task, tasks, model, unranked, own_frequency, popularity, difference, low, high } = measured;
  const percent = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;
  const qualities = [model, unranked, own_frequency, popularity].map((value) => value.toFixed(3)).join(' | ');
  return `| ${shop} | ${task} | ${tasks.toLocaleString('en-US')} | ${qualities} | ${percent(difference)} (${percent(low)} to ${percent(high)}) |`;
}
