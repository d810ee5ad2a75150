import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const quality = z.number().min(0).max(1);

const measuredSchema = z.object({
  /** A generated shop that the model was not trained on. */
  shop: z.string(),
  /** The kind of the queries, such as `anchors`. */
  task: z.string(),
  tasks: z.number().int().positive(),
  /** Means of recall@10 and NDCG@10. */
  model: quality,
  unranked: quality,
  own_frequency: quality,
  popularity: quality,
  /** The model relative to the first-stage order: 0.04 is 4 % better. 95 % of the drawn differences are from `low` to `high`. */
  difference: z.number(),
  low: z.number(),
  high: z.number(),
});
/** How well the bundled model ranks for a shop that it was not trained on, beside rankings without a model. */
export type MeasuredShop = z.infer<typeof measuredSchema>;

const fileSchema = z.object({
  artifact_version: z.string(),
  learnt_from: z.array(z.string()),
  measured: z.array(measuredSchema),
});

/** The measurements of one model. */
export interface Measurements {
  readonly artifactVersion: string;
  /** A sentence for each group of shops that it was trained on. */
  readonly learntFrom: readonly string[];
  readonly measured: readonly MeasuredShop[];
}

const fileName = 'measured.json';

export async function readMeasurements(directory: string): Promise<Measurements> {
  const text = await readFile(join(directory, fileName), 'utf8');
  const { artifact_version, learnt_from, measured } = fileSchema.parse(JSON.parse(text));
  return { artifactVersion: artifact_version, learntFrom: learnt_from, measured };
}

export async function writeMeasurements(
  directory: string,
  { artifactVersion, learntFrom, measured }: Measurements,
): Promise<void> {
  const content = { artifact_version: artifactVersion, learnt_from: learntFrom, measured };
  await writeFile(join(directory, fileName), `${JSON.stringify(content, null, 2)}\n`);
}
