import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');

let project: string;

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'lint-'));
  await cp(path.join(root, 'biome.json'), path.join(project, 'biome.json'));
  await cp(path.join(root, 'lint'), path.join(project, 'lint'), { recursive: true });
});
afterEach(() => rm(project, { recursive: true }));

/** What lint says about a file of a service with this text. */
async function lint(file: string, text: string, app = 'call-events'): Promise<string> {
  const written = path.join(project, 'apps', app, 'src', file);
  await mkdir(path.dirname(written), { recursive: true });
  await writeFile(written, text);
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', 'apps'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: project }, (_error, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
  expect(output).toContain('"errors"');
  return output;
}

const entry = 'A module is imported through its entry';
const apart = 'A rule decides from values';

it.each([
  ['desk/read-desk.ts', '../calls/rules/call-state.ts'],
  ['desk/read-desk.ts', '../calls/calls.store.ts'],
  ['records/events/read-event-log.ts', '../../brands/brands.store.ts'],
  ['create-service.ts', './calls/record-events.ts'],
])('lint refuses %s to import %s, which is inside another module', async (file, imported) => {
  expect(await lint(file, `import { thing } from '${imported}';\nexport const here = thing;\n`)).toContain(entry);
});

it.each([
  ['desk/read-desk.ts', '../calls/index.ts'],
  ['delivery/connections/socket-server.ts', '../fence.ts'],
  ['create-service.ts', './calls/index.ts'],
  ['calls/rules/decide-batch.ts', './call-state.ts'],
  ['calls/rules/decide-batch.ts', '../../platforms/index.ts'],
])('lint accepts %s to import %s', async (file, imported) => {
  const said = await lint(file, `import { thing } from '${imported}';\nexport const here = thing;\n`);
  expect(said).not.toContain(entry);
  expect(said).not.toContain(apart);
});

it.each(['../calls.store.ts', '../../pools.ts', '../record-events.ts'])(
  'lint refuses a rule to import %s',
  async (imported) => {
    const said = await lint(
      'calls/rules/decide.ts',
      `import { thing } from '${imported}';\nexport const here = thing;\n`,
    );
    expect(said).toContain(apart);
  },
);

it.each([
  ['the clock', 'export const now = () => Date.now();\n', 'has no clock'],
  ['random numbers', 'export const draw = () => Math.random();\n', 'no random numbers'],
  ['a database', "import { Pool } from 'pg';\nexport const pool = new Pool();\n", 'only decides'],
  ['asynchronous work', 'export async function wait(): Promise<void> {}\n', 'no async functions'],
])('lint refuses a rule to use %s', async (_what, text, message) => {
  expect(await lint('calls/rules/decide.ts', text)).toContain(message);
});

it.each([
  ['recommend/recommend-offers.ts', '../ranking/rules/offers.ts', entry],
  ['recommend/recommend-offers.ts', '../ranking/index.ts', null],
  ['ranking/rules/features/lift.ts', '../offers.ts', null],
  ['ranking/rules/features/lift.ts', '../../feature-schema.ts', apart],
])('in the recommender, %s that imports %s: %s', async (file, imported, refusal) => {
  const said = await lint(file, `import { thing } from '${imported}';\nexport const here = thing;\n`, 'recommender');
  expect([entry, apart].filter((message) => said.includes(message))).toEqual(refusal === null ? [] : [refusal]);
});
