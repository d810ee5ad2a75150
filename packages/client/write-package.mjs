import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { rolldown } from 'rolldown';

// Writes the folder that is published. npm does not know `workspace:` and `catalog:`, and @callside/schemas is private:
// the code and the types that the client uses of it are part of the package. Needs the built packages.

const folder = import.meta.dirname;
const entries = { index: 'index', 'desk-element': 'desk-element/desk-element' };
const bundledPackages = ['@callside/schemas'];

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(folder, '../../.data/client-package') },
    'update-report': { type: 'boolean', default: false },
  },
});

rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
const imported = await writeCode(values.out);
writeTypes(values.out);
// One file without imports. It has no API report, because API Extractor does not support `declare global`.
copyFileSync(path.join(folder, 'dist/desk-element/desk-element.d.ts'), path.join(values.out, 'desk-element.d.ts'));
writeFileSync(path.join(values.out, 'package.json'), `${JSON.stringify(createManifest(imported), null, 2)}\n`);
copyFileSync(path.join(folder, 'README.md'), path.join(values.out, 'README.md'));
copyFileSync(path.join(folder, '../../LICENSE'), path.join(values.out, 'LICENSE'));
process.stdout.write(`The package is in ${path.resolve(values.out)}; \`npm pack\` there makes the archive.\n`);

/** Returns the names of the packages that the code imports. */
async function writeCode(out) {
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, source]) => [name, path.join(folder, 'dist', `${source}.js`)]),
    ),
    platform: 'neutral',
    external: (id) => !/^[./]/.test(id) && !bundledPackages.includes(id),
  });
  const { output } = await bundle.write({ dir: out, format: 'esm', chunkFileNames: '[name].js' });
  await bundle.close();
  const files = new Set(output.map(({ fileName }) => fileName));
  return [...new Set(output.flatMap(({ imports = [] }) => imports.filter((name) => !files.has(name)).map(packageOf)))];
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Writes the types to one file, and compares the API with its report. */
function writeTypes(out) {
  const configObject = {
    projectFolder: folder,
    mainEntryPointFilePath: path.join(folder, 'dist/index.d.ts'),
    bundledPackages,
    newlineKind: 'lf',
    compiler: { tsconfigFilePath: path.join(folder, 'tsconfig.build.json') },
    apiReport: {
      enabled: true,
      reportFolder: folder,
      reportTempFolder: path.join(out, '.report'),
      reportFileName: 'client.api.md',
    },
    docModel: { enabled: false },
    tsdocMetadata: { enabled: false },
    dtsRollup: { enabled: true, untrimmedFilePath: path.join(out, 'index.d.ts') },
    messages: {
      extractorMessageReporting: { default: { logLevel: 'none' } },
      tsdocMessageReporting: { default: { logLevel: 'none' } },
    },
  };
  const { apiReportChanged, succeeded } = Extractor.invoke(
    ExtractorConfig.prepare({
      configObject,
      configObjectFullPath: undefined,
      packageJsonFullPath: path.join(folder, 'package.json'),
    }),
    { localBuild: values['update-report'], messageCallback: (message) => Object.assign(message, { handled: true }) },
  );
  rmSync(path.join(out, '.report'), { recursive: true, force: true });
  if (apiReportChanged && !values['update-report']) {
    throw new Error(
      `the API is not that of packages/client/client.api.md: run \`npm run client-package -- --update-report\` and commit the report`,
    );
  }
  if (!succeeded) throw new Error(`the types cannot be written`);
}

function createManifest(dependencies) {
  const { name, version, description, keywords } = readJson(path.join(folder, 'package.json'));
  const { license, engines } = readJson(path.join(folder, '../../package.json'));
  const exportOf = (entry) => ({ types: `./${entry}.d.ts`, default: `./${entry}.js` });
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    engines,
    sideEffects: ['./desk-element.js'],
    exports: { '.': exportOf('index'), './desk-element': exportOf('desk-element'), './package.json': './package.json' },
    types: './index.d.ts',
    files: ['*.js', '*.d.ts'],
    dependencies: Object.fromEntries(dependencies.sort().map((dependency) => [dependency, rangeOf(dependency)])),
    publishConfig: { access: 'public', provenance: true },
  };
}

/** The range that begins at the version that the workspace has and tests. */
function rangeOf(dependency) {
  for (const user of [folder, path.join(folder, '../schemas')]) {
    const places = createRequire(path.join(user, 'package.json')).resolve.paths(dependency) ?? [];
    for (const place of places) {
      try {
        return `^${readJson(path.join(place, dependency, 'package.json')).version}`;
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
    }
  }
  throw new Error(`${dependency} is installed neither for the client nor for what it bundles`);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
