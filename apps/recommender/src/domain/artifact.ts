/** Rows of features with the scores that the trainer gave them: a model that is loaded has to give the same. */
export interface GoldenRows {
  readonly rows: readonly (readonly number[])[];
  readonly scores: readonly number[];
}

/** The same recipe as the model's, learnt only from before the days that training reported on: what can be measured on them. */
export interface BacktestManifest {
  /** Hex. */
  readonly onnx_sha256: string;
  readonly golden: GoldenRows;
}

/** What is known of a model beside its ONNX file. Named as in manifest.json. */
export interface ArtifactManifest {
  readonly artifact_version: string;
  readonly feature_schema_hash: string;
  readonly feature_names: readonly string[];
  readonly objective: string;
  readonly trees: number;
  /** ISO 8601. */
  readonly trained_at: string;
  readonly seed: number;
  /** Slug. */
  readonly brand: string;
  /** Id of the deployment that stored it; null for the bundled model, and for those stored before models had one. */
  readonly deployment: string | null;
  readonly catalog_version: string;
  /** Hex. */
  readonly onnx_sha256: string;
  readonly golden: GoldenRows;
  /** Date of the last purchase that it learnt from; null when that is of no shop that it is measured on. */
  readonly learnt_until: string | null;
  readonly backtest: BacktestManifest | null;
  /** The report of its training. */
  readonly metrics: Readonly<Record<string, unknown>>;
  /** Share of the gain by feature. */
  readonly importance: Readonly<Record<string, number>>;
}

export interface Artifact {
  readonly manifest: ArtifactManifest;
  readonly onnx: Uint8Array;
  /** With `manifest.backtest`. */
  readonly backtest: Uint8Array | null;
}

/** The backtest as an artifact of its own, to be loaded and checked like any; null where there is none. */
export function backtestOf({ manifest, backtest }: Artifact): Artifact | null {
  if (manifest.backtest === null || backtest === null) return null;
  return { manifest: { ...manifest, ...manifest.backtest, backtest: null }, onnx: backtest, backtest: null };
}

/** `20261121T180000-0a1b2c3d`: when it was trained (UTC), and the beginning of the SHA-256 of its ONNX file. */
export function artifactVersion(trainedAt: Date, onnxSha256: string): string {
  const instant = trainedAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${instant}-${onnxSha256.slice(0, 8)}`;
}

/** The version of a model that comes with the service. */
export function bundledArtifactVersion(onnxSha256: string): string {
  return `default-${onnxSha256.slice(0, 8)}`;
}

/** Of a brand's own models. Nothing else becomes part of a path. */
export function isArtifactVersion(text: string): boolean {
  return /^\d{8}T\d{6}-[0-9a-f]{8}$/.test(text);
}

const scoreTolerance = 1e-4;

/** The first golden row whose score is another than the trainer's, or null. */
export function findGoldenMismatch(
  golden: GoldenRows,
  scores: Float32Array,
): { row: number; expected: number; actual: number | undefined } | null {
  for (const [row, expected] of golden.scores.entries()) {
    const actual = scores[row];
    // Written so that what is not a number fails.
    const agrees =
      actual !== undefined && Math.abs(actual - expected) <= scoreTolerance * Math.max(1, Math.abs(expected));
    if (!agrees) return { row, expected, actual };
  }
  return null;
}

/** Row-major, as a model takes them. */
export function goldenFeatures({ rows }: GoldenRows): Float32Array {
  return Float32Array.from(rows.flat());
}
