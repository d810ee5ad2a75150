import {
  defaultRankerSettings,
  lastExampleDay,
  type PastExamples,
  pastExamples,
  type RankerData,
  requireEnoughToTrain,
  type TrainingProgress,
} from '../learning/index.ts';
import type { FeatureSchema } from '../ranking/index.ts';
import { type BrandOfModels, dateOf } from './evaluate-model.ts';

/** What the columns of the examples mean, and what an imported model must look like. `model import` reads it again. */
export interface ExamplesSchema {
  readonly brand: string;
  readonly feature_schema_hash: string;
  readonly sized_article_types: readonly string[];
  /** The last day of the examples. The days after it are left out: a model is measured on them. */
  readonly learnt_until: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly description?: string }[];
  readonly model: Readonly<Record<'input' | 'output' | 'metadata', string>>;
}

export interface ExportedExamples {
  readonly schema: ExamplesSchema;
  /** Lines of the CSV: its head, then those of one basket at a time. */
  readonly lines: AsyncGenerator<string[]>;
}

interface Dependencies {
  readData: (brandId: string) => Promise<RankerData>;
  featureSchema: FeatureSchema;
  sizedArticleTypes: ReadonlySet<string>;
  onProgress: (progress: TrainingProgress) => void;
}

const ownColumns = [
  { name: 'query', type: 'integer', description: 'A past basket. Candidates are compared within one query only.' },
  { name: 'day', type: 'date', description: 'The day of the basket. Features know only what was before it.' },
  { name: 'kind', type: 'text', description: 'next_purchase, or anchors: a product of the basket was known.' },
  { name: 'label', type: '0 or 1', description: '1: the candidate was bought.' },
  {
    name: 'weight',
    type: 'number',
    description: 'How many candidates the row stands for: of the last ones, one in 8.',
  },
] as const;

/** The examples that `model train` learns from, without those of the latest days and without recorded offers. */
export async function exportExamples(
  { id, slug }: BrandOfModels,
  { readData, featureSchema, sizedArticleTypes, onProgress }: Dependencies,
): Promise<ExportedExamples> {
  const data = await readData(id);
  requireEnoughToTrain(data);
  const { names, hash } = featureSchema;
  return {
    schema: {
      brand: slug,
      feature_schema_hash: hash,
      sized_article_types: featureSchema.sizedArticleTypes,
      learnt_until: dateOf(lastExampleDay(data)),
      columns: [...ownColumns, ...names.map((name) => ({ name, type: 'number, or empty when unknown' }))],
      model: {
        input: `float32 [rows, ${names.length}]: the features, in the order of the columns; NaN when unknown`,
        output: 'float32 [rows] or [rows, 1]: a score for each row, the greatest ranks first',
        metadata: 'feature_schema_hash and learnt_until, or this file beside the model',
      },
    },
    lines: csvLines(names, pastExamples(data, { ...defaultRankerSettings, sizedArticleTypes }, onProgress)),
  };
}

async function* csvLines(
  featureNames: readonly string[],
  baskets: AsyncIterable<PastExamples>,
): AsyncGenerator<string[]> {
  yield [[...ownColumns.map(({ name }) => name), ...featureNames].join(',')];
  let query = 0;
  for await (const { day, kind, examples } of baskets) {
    const { features, featureCount, labels, weights } = examples;
    const begin = `${query},${dateOf(day)},${kind}`;
    yield Array.from(labels, (label, row) => {
      const values = features.subarray(row * featureCount, (row + 1) * featureCount);
      return `${begin},${label},${textOf(weights?.[row] ?? 1)},${Array.from(values, textOf).join(',')}`;
    });
    query += 1;
  }
}

/** Nine digits give the same float32 again. */
function textOf(value: number): string {
  if (Number.isNaN(value)) return '';
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
}
