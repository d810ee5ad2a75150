import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Deployment, deploy } from './support/deployment.ts';
import { deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

// Runs every sh block of README.md unchanged, each in a new shell after the line that sets addresses and keys. The .data of its
// directory has the settings of a deployment in place of those of `npm start`.

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

let deployment: Deployment;
let recommender: RecommenderDeployment;
let directory: string;
let blocks: string[];

beforeAll(async () => {
  deployment = await deploy();
  recommender = await deployRecommender(deployment);
  await deployment.query(
    `INSERT INTO users (id, brand_id, email, name, status) VALUES (gen_random_uuid(), $1, 'rep@demo.example', 'Rep', 'active')`,
    [deployment.brand.id],
  );
  directory = await mkdtemp(path.join(tmpdir(), 'callside-readme-'));
  await mkdir(path.join(directory, '.data'));
  await writeSettings();
  const text = await readFile(path.join(root, 'README.md'), 'utf8');
  blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block ?? '');
});
afterAll(async () => {
  await recommender.close();
  await deployment.close();
  await rm(directory, { recursive: true, force: true });
});

async function writeSettings(): Promise<void> {
  const settings = {
    CALL_EVENTS_URL: deployment.url,
    RECOMMENDER_URL: recommender.url,
    DEMO_KEY: deployment.key,
    DEMO_RECOMMENDER_KEY: recommender.key,
    DATABASE_URL: 'postgresql://callside@127.0.0.1:1/callside',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path.join(directory, '.data/local.env'), lines.join(''));
}

/** The output of the block that contains a text. */
async function outputOf(text: string): Promise<string> {
  const [settings = ''] = blocks;
  const block = blocks.find((one) => one.includes(text));
  if (block === undefined) throw new Error(`README.md has no sh block with ${text}`);
  const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', settings + block], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory },
  });
  return stdout;
}

const objectsIn = (output: string): unknown[] => JSON.parse(`[${output.replaceAll('}{', '},{')}]`);

test('the README has no other sh blocks than those that run here', () => {
  const tried = ['local.env', 'call-started', 'call-ended', '/recommend', '/purchase'];
  expect(blocks.filter((block) => !tried.some((text) => block.includes(text)))).toEqual([]);
  expect(blocks[0]).toContain('.data/local.env');
});

// A later `npm start` or `npm test` in that shell would use the stores of one that was stopped.
test('the shell gets no address of the stores', async () => {
  const [settings = ''] = blocks;
  const { stdout } = await run('bash', ['-e', '-c', `${settings}env`], {
    cwd: directory,
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toContain(`CALL_EVENTS_URL=${deployment.url}\n`);
  expect(stdout).not.toContain('DATABASE_URL');
});

test('a call is placed, paused, resumed and ended', async () => {
  const applied = { accepted: true, duplicate: false, agent_resolved: true, call_active: true };
  expect(objectsIn(await outputOf('call-started'))).toEqual([expect.objectContaining(applied)]);
  expect(objectsIn(await outputOf('call-started'))).toEqual([expect.objectContaining({ duplicate: true })]);
  expect(objectsIn(await outputOf('call-ended'))).toEqual([1, 2, 3].map(() => expect.objectContaining(applied)));
});

test('an offer is made and sold', async () => {
  const [offer] = objectsIn(await outputOf('/recommend')) as [{ recommendation: { sku: string } }];
  expect(offer).toMatchObject({ recommendations: [{ rank: 1 }, { rank: 2 }] });
  const [sale] = objectsIn(await outputOf('/purchase'));
  expect(sale).toMatchObject({
    matched_skus: [offer.recommendation.sku],
    converted: true,
    recorded: true,
    matched_revenue: 20,
    conflicts: [],
  });
});
