import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { environmentWithPnpm } from './lib/pnpm.mjs';
import { manifest, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { execute, StepFailed } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

/**
 * Writes the files of a release: compose.yaml, the Helm chart, an SBOM of each image, and notes.md. `--image NAME=IMAGE` names an image
 * other than the local one: npm run release-files -- [--out DIR] [--image call-events=ghcr.io/…@sha256:…]
 */
async function main() {
  const options = { out: { type: 'string' }, image: { type: 'string', multiple: true, default: [] } };
  const { values } = parseArgs({ options });
  const out = path.resolve(values.out ?? path.join(root, '.data/release'));
  const images = Object.fromEntries(values.image.map((text) => /^([a-z-]+)=(.+)$/.exec(text).slice(1)));
  await setUpProject({ tasks: ['generate'] });
  // What they import is not installed before.
  const { writeChart } = await import('./lib/release/chart.mjs');
  const { oneFileCompose } = await import('./lib/release/one-file-compose.mjs');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await writeFile(path.join(out, 'compose.yaml'), await oneFileCompose(images));
  await writeChart(path.join(out, 'chart'), images);
  await writeBillsOfMaterials(out);
  await writeFile(path.join(out, 'notes.md'), await notesOf(images));
  process.stdout.write(`The files are in ${out}\n`);
}

/** The packages of npm in each image, in the format CycloneDX. */
async function writeBillsOfMaterials(out) {
  const env = await environmentWithPnpm();
  const filters = ['call-events', 'recommender', 'demo'].map((image) => `--filter=@callside/${image}-image`);
  const form = ['--sbom-format=cyclonedx', '--sbom-type=application', '--prod', '--split'];
  await execute('pnpm', ['sbom', ...form, ...filters, `--out=${path.join(out, '%s.cdx.json')}`], { cwd: root, env });
}

/** What CHANGELOG.md says about this version, and the images. */
async function notesOf(images) {
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## ${manifest.version} `));
  if (section === undefined) throw new StepFailed(`CHANGELOG.md has no section ## ${manifest.version}`);
  // The links are relative to the sources.
  const body = section
    .slice(section.indexOf('\n'))
    .trim()
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const list = Object.entries(images).map(([name, image]) => `- ${name}: \`${image}\``);
  return `${[body, ...(list.length > 0 ? ['## Images', list.join('\n')] : [])].join('\n\n')}\n`;
}

await runMain(main);
