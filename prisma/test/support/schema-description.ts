import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DMMF } from '@prisma/client/runtime/client';

type Model = DMMF.Model;
type Field = DMMF.Field;
type Index = DMMF.Index;

/** What schema.prisma requires of the database: sorted lines in the format of PostgreSQL's catalogue functions. */
export async function describeSchema(): Promise<string[]> {
  const datamodel = await readDatamodel();
  const models = new Map(datamodel.models.map((model) => [model.name, model]));
  const lines = datamodel.models.flatMap((model) => [
    ...model.fields.filter((field) => field.kind !== 'object').map((field) => describeColumn(model, field)),
    ...model.fields
      .filter((field) => (field.relationFromFields ?? []).length > 0)
      .map((field) => describeForeignKey(model, field, modelOf(models, field.type))),
  ]);
  return [...lines, ...datamodel.indexes.map((index) => describeIndex(modelOf(models, index.model), index))].sort();
}

async function readDatamodel(): Promise<DMMF.Datamodel> {
  const directory = await mkdtemp(join(tmpdir(), 'callside-schema-'));
  try {
    const [schema, output] = [join(directory, 'schema.prisma'), join(directory, 'datamodel.json')];
    const provider = `"${process.execPath}" "${join(import.meta.dirname, 'datamodel-generator.mjs')}"`;
    const generator = `generator datamodel {\n provider = ${JSON.stringify(provider)}\n output = "${output}"\n}\n`;
    const own = await readFile(join(import.meta.dirname, '../../schema.prisma'), 'utf8');
    await writeFile(schema, generator + own);
    const args = [createRequire(import.meta.url).resolve('prisma/build/index.js'), 'generate', '--no-hints'];
    // Naming any executable skips the download of the schema engine, which `prisma generate` does not use.
    const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    await promisify(execFile)(process.execPath, [...args, '--schema', schema, '--generator', 'datamodel'], { env });
    return JSON.parse(await readFile(output, 'utf8')) as DMMF.Datamodel;
  } finally {
    await rm(directory, { recursive: true });
  }
}

const scalarTypes: Record<string, string> = {
  BigInt: 'bigint',
  Boolean: 'boolean',
  Bytes: 'bytea',
  DateTime: 'timestamp(3) without time zone',
  Decimal: 'numeric(65,30)',
  Float: 'double precision',
  Int: 'integer',
  Json: 'jsonb',
  String: 'text',
};

const nativeTypes: Record<string, (args: readonly string[]) => string> = {
  Char: ([length]) => `character(${length})`,
  Date: () => 'date',
  Decimal: ([precision, scale]) => (precision === undefined ? 'numeric' : `numeric(${precision},${scale})`),
  DoublePrecision: () => 'double precision',
  Integer: () => 'integer',
  Json: () => 'json',
  JsonB: () => 'jsonb',
  Real: () => 'real',
  SmallInt: () => 'smallint',
  Text: () => 'text',
  Timestamptz: ([precision]) => `timestamp(${precision}) with time zone`,
  Uuid: () => 'uuid',
  VarChar: ([length]) => `character varying(${length})`,
};

function describeColumn(model: Model, field: Field): string {
  const type = columnType(model, field);
  const nullable = field.isRequired || field.isList ? ' not null' : '';
  return `column ${tableOf(model)}.${columnOf(field)} ${type}${nullable}${describeDefault(model, field, type)}`;
}

function columnType(model: Model, field: Field): string {
  const [native, args = []] = field.nativeType ?? [];
  const type = native === undefined ? scalarTypes[field.type] : nativeTypes[native]?.(args);
  if (type === undefined) throw new Error(`teach this test the type of ${model.name}.${field.name}`);
  return field.isList ? `${type}[]` : type;
}

function describeDefault(model: Model, field: Field, type: string): string {
  const value = field.default;
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return ` default ${value}`;
  if (typeof value === 'string') {
    const isNumber = ['bigint', 'integer', 'smallint'].includes(type) || type.startsWith('numeric');
    return isNumber ? ` default ${value}` : ` default '${value}'::${type}`;
  }
  if (Array.isArray(value) && value.length === 0) return ` default '{}'::${type}`;
  if ('name' in value) {
    if (value.name === 'now') return ' default CURRENT_TIMESTAMP';
    if (value.name === 'autoincrement') return ` default nextval('${tableOf(model)}_${columnOf(field)}_seq'::regclass)`;
    if (value.name === 'dbgenerated') return ` default ${value.args[0]}`;
  }
  throw new Error(`teach this test the default of ${model.name}.${field.name}`);
}

function describeForeignKey(model: Model, field: Field, target: Model): string {
  const columns = columnsOf(model, field.relationFromFields ?? []);
  const onUpdate = action(field.relationOnUpdate ?? 'Cascade');
  const onDelete = action(field.relationOnDelete ?? (field.isRequired ? 'Restrict' : 'SetNull'));
  return (
    `constraint ${constraintName(model, columns, 'fkey')} FOREIGN KEY (${columns.join(', ')}) ` +
    `REFERENCES ${tableOf(target)}(${columnsOf(target, field.relationToFields ?? []).join(', ')})` +
    `${onUpdate === 'NO ACTION' ? '' : ` ON UPDATE ${onUpdate}`}${onDelete === 'NO ACTION' ? '' : ` ON DELETE ${onDelete}`}`
  );
}

function action(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();
}

function describeIndex(model: Model, index: Index): string {
  const columns = columnsOf(
    model,
    index.fields.map(({ name }) => name),
  );
  if (index.type === 'id') {
    const name = index.dbName ?? constraintName(model, [], 'pkey');
    return `constraint ${name} PRIMARY KEY (${columns.join(', ')})`;
  }
  const isUnique = index.type === 'unique';
  const name = index.dbName ?? constraintName(model, columns, isUnique ? 'key' : 'idx');
  const method = (index.algorithm ?? 'BTree').toLowerCase();
  const sorted = columns.map((column, at) => (index.fields[at]?.sortOrder === 'desc' ? `${column} DESC` : column));
  return `index CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${name} ON public.${tableOf(model)} USING ${method} (${sorted.join(', ')})`;
}

/** Prisma's default name, shortened in the middle to the 63 bytes that PostgreSQL keeps. */
function constraintName(model: Model, columns: string[], suffix: string): string {
  const start = [tableOf(model), ...columns].join('_');
  return `${start.slice(0, 63 - suffix.length - 1)}_${suffix}`;
}

function tableOf(model: Model): string {
  return model.dbName ?? model.name;
}

function columnOf(field: Field): string {
  return field.dbName ?? field.name;
}

function columnsOf(model: Model, names: readonly string[]): string[] {
  return names.map((name) => {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (field === undefined) throw new Error(`${model.name} has no field ${name}`);
    return columnOf(field);
  });
}

function modelOf(models: Map<string, Model>, name: string): Model {
  const model = models.get(name);
  if (model === undefined) throw new Error(`there is no model ${name}`);
  return model;
}
