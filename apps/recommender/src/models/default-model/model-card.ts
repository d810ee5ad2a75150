import { defaultShopSettings } from '../../learning/index.ts';
import type { ArtifactManifest } from '../artifact.ts';

/** How well the bundled model ranks for a generated shop that it was not trained on, beside rankings without a model. */
export interface MeasuredShop {
  shop: string;
  /** The kind of the queries, such as `anchors`. */
  task: string;
  tasks: number;
  /** Means of recall@10 and NDCG@10. */
  model: number;
  unranked: number;
  own_frequency: number;
  popularity: number;
  /** The model relative to the first-stage order: 0.04 is 4 % better. 95 % of the drawn differences are from `low` to `high`. */
  difference: number;
  low: number;
  high: number;
}

/** The card of the bundled model, as Markdown. `learntFrom`: a line for each group of shops. */
export function describeModelCard(
  manifest: Pick<
    ArtifactManifest,
    'artifact_version' | 'trees' | 'objective' | 'seed' | 'feature_schema_hash' | 'feature_names' | 'onnx_sha256'
  >,
  learntFrom: readonly string[],
  measured: readonly MeasuredShop[],
): string {
  const { artifact_version, trees, objective, seed, feature_schema_hash, feature_names, onnx_sha256 } = manifest;
  return `# The bundled default model: ${artifact_version}

Ranks offers until \`callside model train\` and \`callside model publish\` replace it; \`callside model rollback\` comes back to it.

- ${trees} trees (${objective}), ${feature_names.length} features, seed ${seed}; feature_schema_hash \`${feature_schema_hash}\`
- SHA-256 of model.onnx \`${onnx_sha256}\`

Trained on shops that were generated from seeds (\`dev/demo-shop\`):

${learntFrom.map((line) => `- ${line}`).join('\n')}

Nobody's customers, products or orders are in them, and no feature identifies a product, so it can rank any catalogue. The first-stage order is
a part of its scores: the logarithm of the place, with ${defaultShopSettings.priorWeight} times the spread of the trees' scores.

Measured on generated shops that it was not trained on: mean of recall@10 and NDCG@10, the difference to the first-stage order with a 95 % interval.
\`measured.json\` has the order by own frequency and by popularity too, \`manifest.json\` what the trees go by. A bundled model that is not better in each
line is refused.

| shop | query | baskets | this model | first-stage order | difference |
| --- | --- | --- | --- | --- | --- |
${measured.map(describeMeasured).join('\n')}

\`callside model train\` measures it on the orders of a shop. Its offers have no \`purchase_probability\`: what callers accept is learnt from the
outcomes of a shop. \`node apps/recommender/dist/modules/models/build-default-model.js\` makes it again after a change of the features.
`;
}

function describeMeasured(measured: MeasuredShop): string {
  const { shop, task, tasks, model, unranked, difference, low, high } = measured;
  const percent = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;
  const qualities = [model, unranked].map((value) => value.toFixed(3)).join(' | ');
  return `| ${shop} | ${task} | ${tasks.toLocaleString('en-US')} | ${qualities} | ${percent(difference)} (${percent(low)} to ${percent(high)}) |`;
}
