import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Run, runCallside, runCallsideProcess } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';
import { importSmallShop } from '../support/small-shop.ts';

let bench: CommandBench;
let artifacts: string;
beforeAll(async () => {
  bench = await createCommandBench();
  artifacts = await mkdtemp(join(tmpdir(), 'artifacts-'));
  await createBrand(bench, 'acme');
  await importSmallShop(bench, 'acme', 180);
});
afterAll(async () => {
  await bench.close();
  await rm(artifacts, { recursive: true, force: true });
});

/** Worker threads of the built code train and measure; the other commands run in this process. */
function model(...args: string[]): Promise<Run> {
  const run = args[0] === 'train' || args[0] === 'evaluate' ? runCallsideProcess : runCallside;
  return run(['model', ...args], { DATABASE_URL: bench.url, ARTIFACT_DIR: artifacts });
}

async function json<Value>(...args: string[]): Promise<Value> {
  const { code, stdout, stderr } = await model(...args, '--json');
  if (code !== 0) throw new Error(`callside model ${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}

interface Report {
  artifact_version: string;
  catalog_version: string;
  feature_schema_hash: string;
  metrics: Record<string, Record<string, { tasks: number; rankings: Record<string, unknown> }>>;
  verdict: 'better' | 'not_shown_to_be_better' | 'worse';
  findings: string[];
  importance: Record<string, number>;
}
interface Listed {
  version: string;
  published: boolean;
}

const published = async () => JSON.parse(await readFile(join(artifacts, 'acme', 'published.json'), 'utf8'));
const entries = async () =>
  (await bench.readAudit()).filter(({ action }) => action.startsWith('model.')).map(({ actor: _, ...entry }) => entry);

const versionPattern = /^\d{8}T\d{6}-[0-9a-f]{8}$/;
let first: Report;
beforeAll(async () => {
  first = await json<Report>('train', '--brand', 'acme', '--next-in', '24h');
});

it('a model of a schedule knows when the next one is due', async () => {
  const card = await readFile(join(artifacts, 'acme', first.artifact_version, 'manifest.json'), 'utf8');
  const { trained_at, next_training_at } = JSON.parse(card);
  expect(Date.parse(next_training_at) - Date.parse(trained_at)).toBe(24 * 3_600_000);
});

describe('before there is a model', () => {
  it('lists none of another brand and says how to train one', async () => {
    await createBrand(bench, 'empty');
    expect(await json('list', '--brand', 'empty')).toEqual([]);
    expect((await model('list', '--brand', 'empty')).stdout).toContain('callside model train');
  });

  it.each([
    ['a catalogue', 'empty', 'callside: the catalogue is empty; `callside catalog import` fills it\n'],
    ['time', 'young', /^callside: the orders are of 20 days; a training needs orders of 28 days, .*\n$/],
  ])('reports in one line that %s is missing for training', async (_, slug, line) => {
    if (slug === 'young') {
      await createBrand(bench, slug);
      await importSmallShop(bench, slug, 20);
    }
    const { code, stdout, stderr } = await model('train', '--brand', slug);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    // A command that takes longer than two seconds also prints its step.
    const said = stderr.replace('orders on file …\n', '');
    expect(said).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  });

  it('cannot roll back', async () => {
    const { code, stderr } = await model('rollback', '--brand', 'empty');
    expect(code).toBe(1);
    expect(stderr).toBe('callside: nothing is published for empty: the bundled default model serves already\n');
  });
});

describe('model train', () => {
  it('stores a model and prints its figures next to those of other orders, with separate figures for repeats and new items', async () => {
    expect(first).toMatchObject({
      brand: 'acme',
      artifact_version: expect.stringMatching(versionPattern),
      feature_schema_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      catalog_version: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    const byCutoff = { 1: expect.any(Number), 5: expect.any(Number), 10: expect.any(Number) };
    for (const task of ['next_purchase', 'anchors']) {
      for (const group of ['all', 'repeats', 'new_items']) {
        const { tasks, rankings } = first.metrics[task]?.[group] ?? { tasks: 0, rankings: {} };
        expect(tasks).toBeGreaterThan(0);
        for (const order of ['model', 'unranked', 'own_frequency', 'popularity']) {
          const means = { recall: byCutoff, ndcg: byCutoff, hit_rate: byCutoff };
          expect(rankings[order]).toEqual({ ...means, by_customer: means });
        }
      }
    }
    const shares = Object.values(first.importance);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    const manifest = JSON.parse(
      await readFile(join(artifacts, 'acme', first.artifact_version, 'manifest.json'), 'utf8'),
    );
    expect(manifest).toMatchObject({ trained_for: 'conversion', calibration: expect.any(Object) });
    expect(await readdir(join(artifacts, 'acme', first.artifact_version))).toEqual([
      'backtest.onnx',
      'manifest.json',
      'model.onnx',
    ]);
  });

  it('does not change the model in service', async () => {
    expect(await json<Listed[]>('list')).toMatchObject([{ version: first.artifact_version, published: false }]);
  });

  it('prints one sentence of verdict, and tables with --verbose', async () => {
    const runs = [await model('train', '--brand', 'acme'), await model('train', '--brand', 'acme', '--verbose')];
    const verdict = /^The new model finds .* what customers bought .*; between .*\.$|: the difference is between .*\.$/;
    const [plain = '', verbose = ''] = runs.map(({ stdout }) => stdout.trimEnd());
    expect(plain).toMatch(verdict);
    expect(plain).not.toContain('\n');
    expect(verbose.split('\n').at(-1)).toMatch(verdict);
    expect(verbose).toMatch(/^ORDER +RECALL@1/m);
    expect(verbose).toMatch(/^ORDER +REVENUE@10 +MARGIN@10\n(.*\n)*?popularity +\d+\.\d\d +-$/m);
    expect(verbose).toMatch(/calibrated scores: expected calibration error \d+\.\d %\nPREDICTED +BOUGHT +OFFERS\n/);
    expect(verbose).toContain('purchase_probability: none, it needs 200 offers that were sold or declined');
    for (const { stderr } of runs) {
      const [version = ''] = /\d{8}T\d{6}-[0-9a-f]{8}/.exec(stderr) ?? [];
      expect(version).not.toBe('');
      // The same orders and seed: the same verdict as that of the first model.
      expect(stderr).toContain(
        first.verdict === 'worse' ? 'would refuse it without --force' : 'To put it into service',
      );
      await rm(join(artifacts, 'acme', version), { recursive: true });
    }
  });

  it('says what the objective margin needs, and refuses objectives that do not exist', async () => {
    const forMargin = await model('train', '--brand', 'acme', '--objective', 'margin');
    expect(forMargin.code).toBe(1);
    expect(forMargin.stderr).toContain('no product has a unit_cost; import the catalogue with a column unit_cost');
    const { code, stderr } = await model('train', '--brand', 'acme', '--objective', 'profit');
    expect(code).not.toBe(0);
    expect(stderr).toContain('conversion, revenue, margin');
  });

  it('gives the same model for the same orders and seed', async () => {
    const again = await json<Report>('train', '--brand', 'acme', '--seed', '1');
    expect(again.artifact_version.split('-')[1]).toBe(first.artifact_version.split('-')[1]);
    expect(again.metrics).toEqual(first.metrics);
    await rm(join(artifacts, 'acme', again.artifact_version), { recursive: true });
  });
});

describe('a model in service', () => {
  let second: Report;
  beforeAll(async () => {
    second = await json<Report>('train', '--brand', 'acme', '--seed', '2');
  });

  it('was published, and this is recorded', async () => {
    const report = await json<Report>('publish', first.artifact_version, '--brand', 'acme', '--force');
    expect(report).toMatchObject({
      artifact_version: first.artifact_version,
      catalog_version: first.catalog_version,
      metrics: expect.anything(),
      verdict: first.verdict,
      findings: first.findings,
      published: true,
      previous: null,
      problem: null,
    });
    expect(await published()).toEqual({ current: first.artifact_version, previous: [] });
    expect((await entries()).slice(-1)).toEqual([
      {
        action: 'model.publish',
        subject: first.artifact_version,
        slug: 'acme',
        detail: {
          verdict: first.verdict,
          forced: first.verdict === 'worse',
          findings: expect.any(Array),
          previous: null,
        },
      },
    ]);
  });

  it('is listed as published, newest model first', async () => {
    const listed = await json<Listed[]>('list', '--brand', 'acme');
    expect(listed).toMatchObject([
      { version: second.artifact_version, published: false, serving: false, trained_at: expect.any(String) },
      {
        version: first.artifact_version,
        brand: 'acme',
        published: true,
        serving: true,
        problem: null,
        metrics: { next_purchase: { recall_at_10: expect.any(Number) } },
      },
    ]);
    const { stdout } = await model('list');
    expect(stdout).toMatch(/^VERSION +BRAND +TRAINED +FOR +STATE +NEXT PURCHASE RECALL@10 +ANCHORS RECALL@10\n/);
    expect(stdout.match(/published, serves/g)).toHaveLength(1);
  });

  it('may be published again, and so may one that ranks the same', async () => {
    const again = await json<Report>('publish', first.artifact_version, '--brand', 'acme');
    expect(again).toMatchObject({ verdict: 'not_shown_to_be_better', findings: ['it is the model in service'] });
    // The same orders and seed: the same model, with the time of its own training.
    const twin = await json<Report & { published: boolean }>('train', '--brand', 'acme', '--publish');
    expect(twin).toMatchObject({
      verdict: 'not_shown_to_be_better',
      findings: [`it ranks as ${first.artifact_version}, the model in service`],
      published: true,
    });
    expect(await published()).toEqual({ current: twin.artifact_version, previous: [first.artifact_version] });
    expect((await entries()).slice(-2)).toMatchObject([{ action: 'model.train' }, { action: 'model.publish' }]);
    await json('rollback', '--brand', 'acme');
    await rm(join(artifacts, 'acme', twin.artifact_version), { recursive: true });
  });

  it('is what evaluate measures by default, and what others are compared with', async () => {
    const own = await json<Report>('evaluate', '--brand', 'acme');
    expect(own).toMatchObject({ artifact_version: first.artifact_version });
    const other = await json<Report>('evaluate', second.artifact_version, '--brand', 'acme');
    expect(other).toMatchObject({
      artifact_version: second.artifact_version,
      in_service: { artifact_version: first.artifact_version, problem: null },
    });
    const rankings = (report: Report) => report.metrics.next_purchase?.all?.rankings;
    expect(rankings(other)?.in_service).toEqual(rankings(own)?.model);
    expect(rankings(other)?.model).toEqual(rankings(second)?.model);
  });

  it('is shown as a table for each kind of query without --json', async () => {
    const { stdout } = await model('evaluate', '--brand', 'acme');
    expect(stdout).toMatch(/^next purchase, all purchases \(\d+\), mean by basket\nORDER +RECALL@1 +@5 +@10 +NDCG@1/m);
    for (const order of ['this model', 'model in service', 'unranked order', 'own frequency', 'popularity']) {
      expect(stdout).toMatch(new RegExp(`^${order}( +[01]\\.\\d{4}){9}$`, 'm'));
    }
    expect(stdout).toMatch(/^next purchase, all purchases \(\d+ customers\), mean by customer\nORDER +RECALL@1/m);
    expect(stdout).toMatch(/^FEATURE +SHARE OF GAIN$/m);
  });

  it('prints what a dry run would publish, a line for each part', async () => {
    const { stdout } = await model('publish', first.artifact_version, '--brand', 'acme', '--force', '--dry-run');
    expect(stdout).toMatch(
      /^Nothing is changed\. It would be: model\.publish \S+\n {2}verdict: \S+\n {2}forced: (yes|no)\n {2}findings: [^"[]+\n {2}previous: \S+\n$/,
    );
  });

  it('rolls back step by step, and each step is recorded', async () => {
    await json('publish', second.artifact_version, '--brand', 'acme', '--force');
    const unchanged = await published();
    expect(await json('rollback', '--brand', 'acme', '--dry-run')).toEqual({
      action: 'model.rollback',
      artifact_version: second.artifact_version,
      current: first.artifact_version,
      dry_run: true,
    });
    expect(await json('publish', first.artifact_version, '--brand', 'acme', '--force', '--dry-run')).toMatchObject({
      action: 'model.publish',
      artifact_version: first.artifact_version,
      previous: second.artifact_version,
      dry_run: true,
    });
    expect(await published()).toEqual(unchanged);
    expect(await json('rollback', '--brand', 'acme')).toEqual({
      artifact_version: first.artifact_version,
      previous: second.artifact_version,
      skipped: [],
    });
    expect(await json('rollback', '--brand', 'acme')).toEqual({
      artifact_version: expect.stringMatching(/^(default-[0-9a-f]{8}|none)$/),
      previous: first.artifact_version,
      skipped: [],
    });
    expect(await published()).toEqual({ current: null, previous: [] });
    expect((await entries()).slice(-1)).toEqual([
      {
        action: 'model.rollback',
        subject: first.artifact_version,
        slug: 'acme',
        detail: { current: expect.any(String) },
      },
    ]);
    expect((await model('rollback', '--brand', 'acme')).code).toBe(1);
  });
});

describe('a rollback to a model that cannot serve', () => {
  const fileOf = (version: string, name: string) => join(artifacts, 'acme', version, name);
  let versions: string[];
  beforeAll(async () => {
    versions = (await json<Listed[]>('list', '--brand', 'acme')).map(({ version }) => version);
  });

  it.each([
    ['damaged', 'model.onnx', () => 'no model', /damaged|digest|does not match/],
    [
      'made for other features',
      'manifest.json',
      (text: string) => text.replace(first.feature_schema_hash, 'f'.repeat(64)),
      /was trained on other features/,
    ],
  ])('goes on to the next good one, and names the one that is %s', async (_what, name, change, problem) => {
    const [newest = '', broken = ''] = versions;
    const good = await readFile(fileOf(broken, name));
    for (const version of [newest, broken, newest]) await json('publish', version, '--brand', 'acme', '--force');
    await writeFile(fileOf(broken, name), change(good.toString('utf8')));
    try {
      const target = { artifact_version: newest, previous: newest };
      const skipped = [{ version: broken, problem: expect.stringMatching(problem) }];
      expect(await json('rollback', '--brand', 'acme', '--dry-run')).toMatchObject({
        current: newest,
        skipped: [broken],
      });
      expect(await json('rollback', '--brand', 'acme')).toEqual({ ...target, skipped });
      expect((await entries()).at(-1)).toMatchObject({ detail: { current: newest, skipped: [broken] } });
    } finally {
      await writeFile(fileOf(broken, name), good);
    }
    expect((await model('rollback', '--brand', 'acme')).code).toBe(0);
  });

  it('comes to the bundled model if there is no good one', async () => {
    const [newest = '', broken = ''] = versions;
    for (const version of [broken, newest]) await json('publish', version, '--brand', 'acme', '--force');
    const good = await readFile(fileOf(broken, 'model.onnx'));
    await writeFile(fileOf(broken, 'model.onnx'), '');
    const { code, stdout } = await model('rollback', '--brand', 'acme');
    await writeFile(fileOf(broken, 'model.onnx'), good);
    expect(code).toBe(0);
    expect(stdout).toContain(`${newest} no longer is\n${broken} was skipped, because it cannot serve: `);
    expect(await published()).toEqual({ current: null, previous: [] });
  });
});

describe('a change that cannot be recorded', () => {
  /** The insert succeeds, and the commit fails. */
  async function withFailingCommits(work: () => Promise<void>): Promise<void> {
    await bench.database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the commit fails'; END $$`);
    await bench.database.query(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON audit_log
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await work().finally(() => bench.database.query('DROP FUNCTION refuse CASCADE'));
  }

  it('changes nothing', async () => {
    const state = async () => ({ published: await published(), entries: await entries() });
    const isRefused = async (...change: string[]) => {
      const before = await state();
      await withFailingCommits(async () => expect((await model(...change, '--brand', 'acme')).code).toBe(1));
      expect(await state()).toEqual(before);
    };
    const publish = ['publish', first.artifact_version, '--brand', 'acme', '--force'];
    await json(...publish);
    await isRefused('rollback');
    await json('rollback', '--brand', 'acme');
    await isRefused('publish', first.artifact_version, '--force');
  });
});

describe('a directory of artifacts that cannot be written', () => {
  it('is reported before training starts', async () => {
    const file = join(artifacts, 'a-file');
    await writeFile(file, '');
    const run = await runCallsideProcess(['model', 'train', '--brand', 'acme'], {
      DATABASE_URL: bench.url,
      ARTIFACT_DIR: join(file, 'models'),
    });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(`ARTIFACT_DIR cannot be written: ${join(file, 'models', 'acme')} (ENOTDIR)`);
    expect(run.stderr).not.toContain('orders on file');
  });
});

describe('a model of another deployment', () => {
  it('is not published here, and is listed with the reason', async () => {
    await bench.database.query('UPDATE deployments SET id = gen_random_uuid()');
    const { code, stderr } = await model('publish', first.artifact_version, '--brand', 'acme', '--force');
    expect(code).toBe(1);
    expect(stderr).toContain('was made by another deployment');
    expect((await model('list', '--brand', 'acme')).stdout).toContain('was made by another deployment');
    await bench.database.query('UPDATE deployments SET id = $1::uuid', [await deploymentOf(first.artifact_version)]);
  });

  const deploymentOf = async (version: string) =>
    JSON.parse(await readFile(join(artifacts, 'acme', version, 'manifest.json'), 'utf8')).deployment;
});

describe('a model that cannot be used', () => {
  it('is not published, with or without --force, and the reason is printed', async () => {
    const manifest = join(artifacts, 'acme', first.artifact_version, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace(first.feature_schema_hash, 'f'.repeat(64)));
    const before = await published();
    const { code, stdout, stderr } = await model('publish', first.artifact_version, '--brand', 'acme', '--force');
    await writeFile(manifest, text);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^callside: artifact .* was trained on other features .*train again.*\n$/);
    expect(await published()).toEqual(before);
  });

  it('is reported with the existing ones when it is unknown', async () => {
    const { code, stderr } = await model('publish', '20260101T000000-00000000', '--brand', 'acme');
    expect(code).toBe(1);
    expect(stderr).toContain(`acme has no model "20260101T000000-00000000"; it has `);
    expect(stderr).toContain(first.artifact_version);
  });

  it.each(['../acme', '..', '/etc'])('is not searched at %s', async (version) => {
    const { code, stderr } = await model('evaluate', version, '--brand', 'acme');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^callside: acme has no model ".*"; it has .*\n$/);
  });

  it.each(['publish 20261104T120000-00000000', 'list', 'rollback'])('is named by model %s', async (command) => {
    const file = join(artifacts, 'another-file');
    await writeFile(file, '');
    const run = await runCallsideProcess(['model', ...command.split(' '), '--brand', 'acme'], {
      DATABASE_URL: bench.url,
      ARTIFACT_DIR: file,
    });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/ARTIFACT_DIR cannot be read.*\(ENOTDIR\)/);
  });
});
