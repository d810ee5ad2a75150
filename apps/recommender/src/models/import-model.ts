import { createHash } from 'node:crypto';
import { describeOnnx, importOnnx } from '@callside/boosting';
import { z } from 'zod';
import { holdoutOf, requireOrders, sampleFeatures } from '../learning/index.ts';
import { ModelProblem } from '../model-problem.ts';
import type { FeatureSchema } from '../ranking/index.ts';
import { artifactVersion, goldenFeatures, pickRows } from './artifact.ts';
import { type BrandOfModels, dateOf } from './evaluate-model.ts';
import type { ModelReport } from './model-report.ts';
import type { ModelOpener } from './open-model.ts';
import { type StoringDependencies, storeMeasured } from './store-measured.ts';

interface Dependencies extends StoringDependencies {
  opener: Pick<ModelOpener, 'open' | 'openStored' | 'scoresOf'>;
  featureSchema: FeatureSchema;
  now: () => Date;
}

export interface ImportRequest {
  brand: BrandOfModels;
  onnx: Uint8Array;
  /** The parsed `schema.json` of the examples; null when there is none beside the model. */
  schema: unknown;
}

const originSchema = z.object({ feature_schema_hash: z.string(), learnt_until: z.iso.date().nullish() });

/** Stores and measures a model that was trained elsewhere, as a training does. It serves once published. */
export async function importModel(
  { brand, onnx, schema }: ImportRequest,
  dependencies: Dependencies,
): Promise<ModelReport> {
  const { store, opener, readData, featureSchema, sizedArticleTypes, now } = dependencies;
  const { learnt_until } = checkedOrigin(onnx, schema, featureSchema);
  await store.requireSpace(brand.slug);
  const data = await readData(brand.id);
  requireOrders(data);
  const holdout = holdoutOf(data.rows);
  const from = dateOf(holdout.from);
  if (learnt_until >= from) {
    throw new ModelProblem(
      `the model learnt from purchases until ${learnt_until}, and models are measured on those from ${from}: train it on the days before`,
    );
  }
  const rows = pickRows(sampleFeatures(data, holdout, sizedArticleTypes), featureSchema.names.length);
  if (rows.length === 0) throw new ModelProblem('there are no purchases to check the model with');
  const scores = [...(await opener.scoresOf(onnx, goldenFeatures({ rows })))];
  if (!scores.every(Number.isFinite)) throw new ModelProblem('the model gives scores that are no numbers');
  const [sha256, importedAt] = [createHash('sha256').update(onnx).digest('hex'), now()];
  const manifest = {
    artifact_version: artifactVersion(importedAt, sha256),
    feature_schema_hash: featureSchema.hash,
    feature_names: featureSchema.names,
    sized_article_types: featureSchema.sizedArticleTypes,
    objective: 'imported',
    trees: treesOf(onnx),
    trained_at: importedAt.toISOString(),
    seed: null,
    brand: brand.slug,
    deployment: null,
    catalog_version: data.catalogue.version,
    onnx_sha256: sha256,
    golden: { rows, scores },
    learnt_until: learnt_until ?? null,
    backtest: null,
    trained_for: 'conversion' as const,
    calibration: null,
    acceptance: null,
    metrics: {},
    importance: {},
  };
  return storeMeasured({ manifest, onnx, backtest: null }, brand, data, dependencies);
}

/** What the model itself, or the schema beside it, says it was trained on. Throws a ModelProblem when this service does not compute that. */
function checkedOrigin(onnx: Uint8Array, schema: unknown, { hash, names, sizedArticleTypes }: FeatureSchema) {
  const { metadata, inputs, outputs } = described(onnx);
  const origin = originSchema.safeParse({ ...Object(schema), ...metadata });
  if (!origin.success) {
    throw new ModelProblem(
      'the model does not say which features it was trained on: put schema.json of `callside model examples export` beside it, or its feature_schema_hash and learnt_until into the metadata of the model',
    );
  }
  const { feature_schema_hash: theirs, learnt_until } = origin.data;
  if (theirs !== hash) {
    throw new ModelProblem(
      `the model was trained on other features than this version computes with SIZED_ARTICLE_TYPES=${sizedArticleTypes}: its feature_schema_hash is ${theirs}, not ${hash}; export the examples again and train again`,
    );
  }
  if (!learnt_until) {
    throw new ModelProblem(
      'the model does not say until when it learnt: give the learnt_until of schema.json, the day of its last example, in its metadata or beside it',
    );
  }
  const [input, output] = [inputs[0], outputs[0]];
  if (!input?.isFloat || inputs.length > 1 || (input.columns ?? names.length) !== names.length) {
    throw new ModelProblem(`the model must have one input, float32 with ${names.length} columns, one for each feature`);
  }
  if (!output?.isFloat || (output.columns ?? 1) !== 1) {
    throw new ModelProblem('the first output of the model must be float32 with one score for each row');
  }
  return { learnt_until };
}

function described(onnx: Uint8Array): ReturnType<typeof describeOnnx> {
  try {
    return describeOnnx(onnx);
  } catch (cause) {
    throw new ModelProblem('the file is no ONNX model', { cause });
  }
}

function treesOf(onnx: Uint8Array): number | null {
  try {
    return importOnnx(onnx).trees.length;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
