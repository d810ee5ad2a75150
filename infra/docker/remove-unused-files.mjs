// Removes files that no image loads from deployed directories: `node remove-unused-files.mjs DIR...`. It runs in the build stage on the
// platform of the image, so that process.platform and process.arch are the image's own.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const { platform, arch } = process;

/** `keep`: the rest of the files that match `files` goes. Paths start in the directory of the package. */
const unused = [
  { package: 'onnxruntime-node', files: /^bin\/napi-v\d+\/[^/]+\/[^/]+$/, keep: new RegExp(`/${platform}/${arch}$`) },
  // Query compilers for other databases, and the larger variant for PostgreSQL.
  {
    package: '@prisma/client',
    files: /^runtime\/(query_compiler_|wasm-compiler-edge)/,
    keep: /query_compiler_small_bg\.postgresql\./,
  },
  // Code generators that have their own packages.
  { package: 'protobufjs', files: /^cli$/ },
];

/** In every package. The services run without source maps. */
const unusedSuffixes = ['.map', '.d.ts', '.d.mts', '.d.cts'];

for (const deployed of process.argv.slice(2)) {
  for (const { name, directory } of packagesIn(deployed)) removeUnused(name, directory);
}

/** The packages in pnpm's layout: node_modules/.pnpm/<id>/node_modules/<name>. Links among them are not followed. */
function packagesIn(deployed) {
  const store = path.join(deployed, 'node_modules/.pnpm');
  return readdirSync(store)
    .map((id) => path.join(store, id, 'node_modules'))
    .filter((modules) => existsSync(modules))
    .flatMap((modules) => namesIn(modules).map((name) => ({ name, directory: path.join(modules, name) })))
    .filter(({ directory }) => lstatSync(directory).isDirectory());
}

function namesIn(modules) {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

function removeUnused(name, directory) {
  const rules = unused.filter((rule) => rule.package === name);
  for (const entry of readdirSync(directory, { recursive: true })) {
    const isUnused =
      unusedSuffixes.some((suffix) => entry.endsWith(suffix)) ||
      rules.some(({ files, keep }) => files.test(entry) && !keep?.test(entry));
    if (isUnused) rmSync(path.join(directory, entry), { recursive: true, force: true });
  }
}
