// Prisma Migrate's schema engine, in its WebAssembly build because the native one is a download. Usage:
//   node prisma-migrate.mjs diagnose|deploy DATABASE_URL
// prints as JSON what the engine answers about the migrations of this package.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as runtime from '@prisma/schema-engine-wasm/schema_engine_bg';

const [command, url] = process.argv.slice(2);

// The adapter splits scripts at every semicolon, also in comments; the native engine sends them whole.
class WholeScripts extends PrismaPg {
  async connect() {
    const connection = await super.connect();
    connection.executeScript = async (script) => void (await connection.underlyingDriver().query(script));
    return connection;
  }
}

const wasm = join(
  dirname(fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'))),
  'schema_engine_bg.wasm',
);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { './schema_engine_bg.js': runtime });
runtime.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

const root = join(import.meta.dirname, '../..');
const read = (...names) => readFileSync(join(root, ...names), 'utf8');
const engine = await runtime.SchemaEngine.new(
  { datamodels: [['schema.prisma', read('schema.prisma')]] },
  () => {},
  bindMigrationAwareSqlAdapterFactory(new WholeScripts(url)),
);

const migrationDirectories = readdirSync(join(root, 'migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: read('migrations', name, 'migration.sql') } },
  }))
  .sort((one, other) => (one.path < other.path ? -1 : 1));
const migrationsList = {
  baseDir: join(root, 'migrations'),
  lockfile: { path: 'migration_lock.toml', content: read('migrations', 'migration_lock.toml') },
  shadowDbInitScript: '',
  migrationDirectories,
};
const filters = { externalTables: [], externalEnums: [] };

const answer =
  command === 'deploy'
    ? await engine.applyMigrations({ migrationsList, filters })
    : await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters });
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
