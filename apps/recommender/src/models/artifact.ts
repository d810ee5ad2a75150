import { trainingObjectives } from '@callside/schemas';
import { z } from 'zod';
import { evenly, type FeatureMatrix } from '../ranking/index.ts';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');

/** JSON writes NaN as null. */
const rowSchema = z.array(
  z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN),
);

/** Feature rows with the scores that the trainer gave. A loaded model must give the same scores. */
const goldenSchema = z
  .object({ rows: z.array(rowSchema).min(1), scores: z.array(z.number()) })
  .refine(({ rows, scores }) => rows.length === scores.length, 'must have a score for each row');

type GoldenRows = z.infer<typeof goldenSchema>;

const lineSchema = z.object({ slope: z.number().positive(), intercept: z.number() });
const acceptanceSchema = z.object({
  weights: z.record(z.string(), z.number()),
  slope: z.number().nonnegative(),
  intercept: z.number(),
});

/** Metadata of a model: manifest.json. */
export const manifestSchema = z.object({
  artifact_version: z.string(),
  feature_schema_hash: sha256Schema,
  feature_names: z.array(z.string()).readonly(),
  /** Keys of the types with a size gate in training; null for the bundled model, which serves with any. */
  sized_article_types: z.array(z.string()).readonly().nullable().default(null),
  /** Objective of the trees; `imported` for a model that was trained elsewhere. */
  objective: z.string(),
  /** Null when they cannot be read, as in some imported models. */
  trees: z.number().nullable(),
  /** For an imported model, of the import. */
  trained_at: z.iso.datetime(),
  /** When the schedule that trained it trains the next one; absent without a schedule. */
  next_training_at: z.iso.datetime().optional(),
  /** Null for an imported model. */
  seed: z.number().nullable(),
  /** Slug. */
  brand: z.string(),
  /** Id of the deployment that stored it; null for the bundled model, and for models stored before this field existed. */
  deployment: z.string().nullable(),
  catalog_version: z.string(),
  onnx_sha256: sha256Schema,
  golden: goldenSchema,
  /** Date of the last purchase in the training data; null when unknown, and for the bundled model's generated shop. */
  learnt_until: z.iso.date().nullable(),
  /** A model with the same settings, trained only on days before those that training reported on, so it can be measured on them. */
  backtest: z.object({ onnx_sha256: sha256Schema, golden: goldenSchema }).nullable(),
  /** Training objective; conversion for models stored before this field existed. */
  trained_for: z.enum(trainingObjectives),
  /** From raw scores to log-odds, fitted on the holdout; null with too few purchases. */
  calibration: z.object({ next_purchase: lineSchema.nullable(), anchors: lineSchema.nullable() }).nullable(),
  /** What callers accept; null with too few outcomes, and for the bundled model. */
  acceptance: acceptanceSchema.nullable(),
  /** The report of its training. */
  metrics: z.record(z.string(), z.unknown()),
  /** Share of the gain by feature. */
  importance: z.record(z.string(), z.number()),
});

export type ArtifactManifest = Readonly<z.infer<typeof manifestSchema>>;

export interface Artifact {
  readonly manifest: ArtifactManifest;
  readonly onnx: Uint8Array;
  /** Present when `manifest.backtest` is. */
  readonly backtest: Uint8Array | null;
}

/** The backtest model as a separate artifact, which is loaded and checked like any other; null where there is none. */
export function backtestOf({ manifest, backtest }: Artifact): Artifact | null {
  if (manifest.backtest === null || backtest === null) return null;
  return { manifest: { ...manifest, ...manifest.backtest, backtest: null }, onnx: backtest, backtest: null };
}

/** `20261121T180000-0a1b2c3d`: time of training (UTC), then the first 8 digits of the SHA-256 of its ONNX file. */
export function artifactVersion(trainedAt: Date, onnxSha256: string): string {
  const instant = trainedAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${instant}-${onnxSha256.slice(0, 8)}`;
}

const bundledPrefix = 'default-';

/** The version of a bundled model. */
export function bundledArtifactVersion(onnxSha256: string): string {
  return `${bundledPrefix}${onnxSha256.slice(0, 8)}`;
}

export function isBundledVersion(version: string): boolean {
  return version.startsWith(bundledPrefix);
}

/** Whether the text is the version of a brand's own model. Only such texts become part of a file path. */
export function isArtifactVersion(text: string): boolean {
  return /^\d{8}T\d{6}-[0-9a-f]{8}$/.test(text);
}

const scoreTolerance = 1e-4;

/** The first golden row whose score differs from the trainer's by more than the tolerance; null when none does. */
export function findGoldenMismatch(
  golden: GoldenRows,
  scores: Float32Array,
): { row: number; expected: number; actual: number | undefined } | null {
  for (const [row, expected] of golden.scores.entries()) {
    const actual = scores[row];
    // The comparison is written so that NaN fails.
    const agrees =
      actual !== undefined && Math.abs(actual - expected) <= scoreTolerance * Math.max(1, Math.abs(expected));
    if (!agrees) return { row, expected, actual };
  }
  return null;
}

export function goldenFeatures({ rows }: Pick<GoldenRows, 'rows'>): FeatureMatrix {
  return { values: Float32Array.from(rows.flat()), rowCount: rows.length };
}

const mostGoldenRows = 64;

/** Golden rows: at even distances in the sample, which has row after row. */
export function pickRows(sample: Float32Array, columns: number): number[][] {
  return evenly(Math.floor(sample.length / columns), mostGoldenRows).map((row) =>
    Array.from(sample.subarray(row * columns, (row + 1) * columns)),
  );
}
