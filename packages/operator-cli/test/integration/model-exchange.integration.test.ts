import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportOnnx, stepTree, trainGradientBoostedTrees } from '@callside/boosting';
import { runCallside, runCallsideProcess } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';
import { importSmallShop } from '../support/small-shop.ts';

// A model that is trained elsewhere: its examples go out, it comes in, and it passes the same gate.

interface Exported {
  examples: string;
  schema: string;
  rows: number;
}
interface Schema {
  feature_schema_hash: string;
  learnt_until: string;
  columns: { name: string }[];
}

let bench: CommandBench;
let directory: string;
let exported: Exported;
let schema: Schema;
let lines: string[][];

beforeAll(async () => {
  bench = await createCommandBench();
  directory = await mkdtemp(join(tmpdir(), 'exchange-'));
  await createBrand(bench, 'acme');
  await importSmallShop(bench, 'acme', 180);
  exported = await json<Exported>('examples', 'export', '--brand', 'acme', '--out', join(directory, 'new', 'examples'));
  schema = JSON.parse(await readFile(exported.schema, 'utf8'));
  lines = (await readFile(exported.examples, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
});
afterAll(async () => {
  await bench.close();
  await rm(directory, { recursive: true, force: true });
});

const model = (...args: string[]) => run(runCallside, args);
const run = (how: typeof runCallside, args: string[]) =>
  how(['model', ...args], { DATABASE_URL: bench.url, ARTIFACT_DIR: join(directory, 'artifacts') });

async function json<Value>(...args: string[]): Promise<Value> {
  // Worker threads of the built code compute examples and measure; the other commands run in this process.
  const how = args[0] === 'examples' || args[0] === 'import' ? runCallsideProcess : runCallside;
  const { code, stdout, stderr } = await run(how, [...args, '--json']);
  if (code !== 0) throw new Error(`callside model ${args.join(' ')} failed: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** The examples as a data scientist would read them. */
function trainingSet() {
  const rows = lines.slice(1);
  const starts = rows.flatMap(([query], row) => (row === 0 || query !== rows[row - 1]?.[0] ? [row] : []));
  const numbers = (from: number, to?: number) =>
    Float32Array.from(
      rows.flatMap((row) => row.slice(from, to).map((text) => (text === '' ? Number.NaN : Number(text)))),
    );
  return {
    featureCount: schema.columns.length - 5,
    features: numbers(5),
    labels: numbers(3, 4),
    weights: numbers(4, 5),
    groups: Int32Array.from([...starts, rows.length]),
  };
}

async function write(name: string, onnx: Uint8Array | string, schemaBeside?: object): Promise<string> {
  const place = join(directory, name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'model.onnx'), onnx);
  if (schemaBeside !== undefined) await writeFile(join(place, 'schema.json'), JSON.stringify(schemaBeside));
  return join(place, 'model.onnx');
}

describe('the examples', () => {
  it('have a column for each that the schema describes, and a row for each candidate', () => {
    expect(lines[0]).toEqual(schema.columns.map(({ name }) => name));
    expect(lines[0]?.slice(0, 5)).toEqual(['query', 'day', 'kind', 'label', 'weight']);
    expect(lines.length).toBe(exported.rows + 1);
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([schema.columns.length]));
    expect(new Set(lines.slice(1).map(([, , kind]) => kind))).toEqual(new Set(['next_purchase', 'anchors']));
  });

  it('end before the days that models are measured on', () => {
    const days = lines.slice(1).map(([, day = '']) => day);
    expect(days.every((day) => day <= schema.learnt_until)).toBe(true);
    expect(schema.learnt_until).toBe('2026-05-30');
  });

  it('need a directory that can be written', async () => {
    const file = join(directory, 'a-file');
    await writeFile(file, '');
    const { code, stderr } = await model('examples', 'export', '--brand', 'acme', '--out', join(file, 'x'));
    expect(code).toBe(1);
    expect(stderr).toContain('cannot write');
  });
});

describe('a model that was trained elsewhere', () => {
  let version: string;

  it('is stored and measured like one of training, with the schema of the examples beside it', async () => {
    const { ensemble } = trainGradientBoostedTrees(trainingSet(), {
      objective: 'logistic',
      trees: 20,
      leaves: 8,
      learningRate: 0.1,
      minRowsInLeaf: 20,
      l2: 1,
      featureFraction: 1,
      queryFraction: 1,
      maxBins: 64,
      seed: 1,
    });
    const file = await write('trained', exportOnnx(ensemble, { producerVersion: '1', metadata: {} }), schema);
    const report = await json<{ artifact_version: string; verdict: string }>('import', file, '--brand', 'acme');
    version = report.artifact_version;
    expect(report).toMatchObject({
      objective: 'imported',
      trees: 20,
      feature_schema_hash: schema.feature_schema_hash,
      verdict: expect.stringMatching(/^(not_shown_to_be_)?better$/),
      metrics: { next_purchase: expect.anything() },
    });
    expect((await bench.readAudit()).at(-1)).toMatchObject({ action: 'model.import', subject: version, slug: 'acme' });
  });

  it('is published through the same gate', async () => {
    expect(await json('publish', version, '--brand', 'acme')).toMatchObject({ published: true });
    expect(await json('list', '--brand', 'acme')).toMatchObject([{ version, published: true, serving: true }]);
  });

  it('is refused by the gate when it ranks worse, and its code says so', async () => {
    const features = schema.columns.slice(5).map(({ name }) => name);
    // The candidates of the unranked order, the last one first.
    const tree = stepTree(features.indexOf('pre_rank_place'), [5, 20, 60].map(Math.fround), [0, 1, 2, 3]);
    const onnx = exportOnnx(
      { featureCount: features.length, baseScore: 0, trees: [tree] },
      {
        producerVersion: '1',
        metadata: { feature_schema_hash: schema.feature_schema_hash, learnt_until: schema.learnt_until },
      },
    );
    const bad = await json<{ artifact_version: string }>('import', await write('bad', onnx), '--brand', 'acme');
    const { code, stdout } = await model('publish', bad.artifact_version, '--brand', 'acme', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'worse', message: expect.stringContaining('ranks worse') },
    });
    const forced = await json('publish', bad.artifact_version, '--brand', 'acme', '--force');
    expect(forced).toMatchObject({ verdict: 'worse', published: true });
  });

  const columns = () => schema.columns.length - 5;
  const of = (featureCount: number, metadata: Record<string, string> = {}) =>
    exportOnnx({ featureCount, baseScore: 0, trees: [] }, { producerVersion: '1', metadata });
  it.each<[string, () => Promise<string>, RegExp]>([
    ['no model', () => write('text', 'not a model'), /is no ONNX model/],
    ['without a schema', () => write('bare', of(columns())), /put schema\.json of .* beside it/],
    [
      'of other features',
      () => write('old', of(columns(), { feature_schema_hash: 'f' })),
      /its feature_schema_hash is f, not/,
    ],
    [
      'without the day until when it learnt',
      () => write('timeless', of(columns(), { feature_schema_hash: schema.feature_schema_hash })),
      /does not say until when it learnt/,
    ],
    ['of other columns', () => write('narrow', of(3), schema), /one input, float32 with \d+ columns/],
    [
      'that learnt from what it is measured on',
      () => write('late', of(columns()), { ...schema, learnt_until: '2026-06-20' }),
      /learnt from purchases until 2026-06-20, and models are measured on those from 2026-05-31/,
    ],
  ])('is refused when it is %s', async (_, file, problem) => {
    const { code, stderr } = await model('import', await file(), '--brand', 'acme');
    expect(code).toBe(1);
    expect(stderr).toMatch(problem);
  });
});
