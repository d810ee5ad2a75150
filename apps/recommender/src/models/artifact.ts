import type { TrainingObjective } from '@callside/schemas';
import type { Acceptance, Calibration, FeatureMatrix } from '../ranking/index.ts';

/** Feature rows with the scores that the trainer gave. A loaded model must give the same scores. */
export interface GoldenRows {
  readonly rows: readonly (readonly number[])[];
  readonly scores: readonly number[];
}

/** A model with the same settings, trained only on days before those that training reported on, so it can be measured on them. */
export interface BacktestManifest {
  /** Hex. */
  readonly onnx_sha256: string;
  readonly golden: GoldenRows;
}

/** Metadata of a model. The names are those of manifest.json. */
export interface ArtifactManifest {
  readonly artifact_version: string;
  readonly feature_schema_hash: string;
  readonly feature_names: readonly string[];
  /** Keys of the types with a size gate in training; null for the bundled model, which serves with any. */
  readonly sized_article_types: readonly string[] | null;
  /** Objective of the trees; `imported` for a model that was trained elsewhere. */
  readonly objective: string;
  /** Null when they cannot be read, as in some imported models. */
  readonly trees: number | null;
  /** ISO 8601; for an imported model, of the import. */
  readonly trained_at: string;
  /** When the schedule that trained it trains the next one; absent without a schedule. */
  readonly next_training_at?: string | undefined;
  /** Null for an imported model. */
  readonly seed: number | null;
  /** Slug. */
  readonly brand: string;
  /** Id of the deployment that stored it; null for the bundled model, and for models stored before this field existed. */
  readonly deployment: string | null;
  readonly catalog_version: string;
  /** Hex. */
  readonly onnx_sha256: string;
  readonly golden: GoldenRows;
  /** Date of the last purchase in the training data; null when unknown, and for the bundled model's generated shop. */
  readonly learnt_until: string | null;
  readonly backtest: BacktestManifest | null;
  /** Training objective; conversion for models stored before this field existed. */
  readonly trained_for: TrainingObjective;
  /** From raw scores to log-odds, fitted on the holdout; null with too few purchases. */
  readonly calibration: Calibration | null;
  /** What callers accept; null with too few outcomes, and for the bundled model. */
  readonly acceptance: Acceptance | null;
  /** The report of its training. */
  readonly metrics: Readonly<Record<string, unknown>>;
  /** Share of the gain by feature. */
  readonly importance: Readonly<Record<string, number>>;
}

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

export function goldenFeatures({ rows }: GoldenRows): FeatureMatrix {
  return { values: Float32Array.from(rows.flat()), rowCount: rows.length };
}
