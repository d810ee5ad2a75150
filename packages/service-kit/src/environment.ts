import { z } from 'zod';

export type EnvironmentResult<Value> = { ok: true; value: Value } | { ok: false; problems: string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** sysexits.h EX_CONFIG. */
const badConfiguration = 78;

/**
 * The settings of a process. Bad ones are all named on standard error, a line each, and end the process with 78:
 * the name, what is wrong and an example (`example` in the schema's meta), never the value.
 */
export function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment = process.env,
): z.output<Schema> {
  const result = readEnvironment(schema, env);
  if (result.ok) return result.value;
  for (const problem of result.problems) process.stderr.write(`${problem}\n`);
  process.exit(badConfiguration);
}

/** The same as a value. An empty string counts as unset, unless the schema's meta says `emptyIsValue`. */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
): EnvironmentResult<z.output<Schema>> {
  const set: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]?.trim();
    if (value === undefined) continue;
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

/** What the meta of the schema, or of the one that it wraps (a default, an optional), says by that name. */
function findMeta(schema: z.core.$ZodType | undefined, name: 'example' | 'emptyIsValue'): unknown {
  if (schema === undefined) return undefined;
  const found = z.globalRegistry.get(schema)?.[name];
  if (found !== undefined) return found;
  const inner = 'innerType' in schema._zod.def ? schema._zod.def.innerType : undefined;
  return inner instanceof z.core.$ZodType ? findMeta(inner, name) : undefined;
}
