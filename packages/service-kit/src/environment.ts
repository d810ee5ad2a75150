import { z } from 'zod';
import { type Environment, readSettingFiles } from './setting-files.ts';

export type EnvironmentResult<Value> = { ok: true; value: Value } | { ok: false; problems: string[] };

/** sysexits.h EX_CONFIG. */
export const badConfiguration = 78;

/**
 * Parses the settings of a process. For bad ones it prints one line each on standard error and ends the process with 78. A line
 * has the name, what is wrong and an example (`example` in the schema's meta), never the value.
 */
export function parseEnvironment<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const result = readEnvironment(schema, process.env);
  if (result.ok) return result.value;
  for (const problem of result.problems) process.stderr.write(`${problem}\n`);
  process.exit(badConfiguration);
}

/**
 * Returns the result instead. An empty string counts as not set, unless the schema's meta has `emptyIsValue`. `NAME_FILE` is the path of
 * a file that has the value of NAME.
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): EnvironmentResult<z.output<Schema>> {
  const names = Object.keys(schema.shape);
  const files = readSettingFiles(names, env);
  if (files.problems.length > 0) return { ok: false, problems: files.problems };
  const set: Record<string, string> = { ...files.values };
  for (const name of names) {
    const value = env[name]?.trim();
    if (value === undefined) continue;
    if (Object.hasOwn(set, name)) continue;
    if (value !== '' || findMeta(schema.shape[name], 'emptyIsValue') === true) set[name] = value;
  }
  const result = schema.safeParse(set);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problems: describeProblems(schema, set, result.error) };
}

function describeProblems(schema: z.ZodObject, set: Record<string, string>, error: z.ZodError): string[] {
  const byName = new Map<string, string>();
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? 'environment');
    const isUnset = issue.path.length > 0 && !Object.hasOwn(set, name);
    const example = findMeta(schema.shape[name], 'example');
    const wrong = isUnset ? 'is not set' : `is not valid: ${issue.message}`;
    if (!byName.has(name))
      byName.set(name, `${name} ${wrong}${example === undefined ? '' : `. Example: ${name}=${String(example)}`}`);
  }
  return [...byName.values()];
}

/** The entry in the meta of the schema, or of the schema inside a default or an optional. */
function findMeta(schema: z.core.$ZodType | undefined, name: 'example' | 'emptyIsValue'): unknown {
  if (schema === undefined) return undefined;
  const found = z.globalRegistry.get(schema)?.[name];
  if (found !== undefined) return found;
  const inner = 'innerType' in schema._zod.def ? schema._zod.def.innerType : undefined;
  return inner instanceof z.core.$ZodType ? findMeta(inner, name) : undefined;
}
