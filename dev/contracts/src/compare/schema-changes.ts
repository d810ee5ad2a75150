// Checks whether a reader of one JSON Schema accepts the values of another one. Covers only the keywords of this project's documents.

export type Schema = Record<string, unknown>;

/** Finds a schema by its `$ref`. */
export type Resolve = (reference: string) => Schema;

export interface Side {
  schema: Schema;
  resolve: Resolve;
}

/** Keywords with a number: the side on which the larger one refuses more. */
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** A request that clients write by the old schema, and the service reads by the new one. */
export function requestBreaks(old: Side, current: Side): string[] {
  return compare(old, current, { place: '', seen: new Set(), old: 'written' });
}

/** An answer that the service writes by the new schema, and clients read by the old one. */
export function answerBreaks(old: Side, current: Side): string[] {
  return compare(current, old, { place: '', seen: new Set(), old: 'known' });
}

interface Position {
  place: string;
  /** Pairs of references that are being compared: schemas may contain themselves. */
  seen: Set<string>;
  /** Which of the two schemas is the old one. */
  old: 'written' | 'known';
}

/** The values of a writer with the schema `written` that a reader with the schema `known` does not accept, each with its place. */
function compare(written: Side, known: Side, position: Position): string[] {
  let { seen } = position;
  const pair = `${written.schema.$ref} ${known.schema.$ref}`;
  if (written.schema.$ref !== undefined && known.schema.$ref !== undefined) {
    if (seen.has(pair)) return [];
    seen = new Set([...seen, pair]);
  }
  const from = choicesOf(written);
  const to = choicesOf(known);
  return from.flatMap((choice) => {
    // The closest choice gives the best explanation.
    const findings = to.map((other) => compareOne(choice, other, { ...position, seen }));
    return findings.sort((one, other) => one.length - other.length)[0] ?? [];
  });
}

/** The schemas of a union, and one for each of several types. */
function choicesOf({ schema, resolve }: Side): Side[] {
  if (typeof schema.$ref === 'string') return choicesOf({ schema: resolve(schema.$ref), resolve });
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return union.flatMap((part: Schema) => choicesOf({ schema: part, resolve }));
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ schema: { ...schema, type }, resolve }));
  if (schema.type === undefined) return typesOf(schema).map((type) => ({ schema: { ...schema, ...type }, resolve }));
  return [{ schema, resolve }];
}

/** The values of an enumeration without a type, by their types. */
function typesOf(schema: Schema): Schema[] {
  const values = valuesOf(schema)?.map((text) => JSON.parse(text)) ?? [];
  const types = [...new Set(values.map(typeOf))];
  return types.length === 0
    ? [{}]
    : types.map((type) => ({ type, enum: values.filter((one) => typeOf(one) === type) }));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function compareOne(written: Side, known: Side, position: Position): string[] {
  const { place } = position;
  const from = written.schema;
  const to = known.schema;
  const says = (text: string) => [`${place === '' ? 'the value' : place} ${text}`];
  const values = valuesOf(from);
  const takenValues = valuesOf(to);
  if (takenValues !== null) {
    if (values === null) return says(`may be any ${String(from.type ?? 'value')}, not only ${list(takenValues)}`);
    const strange = values.filter((value) => !takenValues.includes(value));
    return strange.length > 0 ? says(`may be ${list(strange)}`) : [];
  }
  if (!takesType(from, to)) return says(`may be ${typeName(from)}, not ${typeName(to)}`);
  return [
    ...boundsOf(from, to).flatMap(says),
    ...membersOf(written, known, position),
    ...contentsOf(written, known, position),
  ];
}

function valuesOf({ const: one, enum: several, type }: Schema): string[] | null {
  if (Array.isArray(several)) return several.map((value) => JSON.stringify(value));
  if (one !== undefined) return [JSON.stringify(one)];
  return type === 'null' ? ['null'] : null;
}

function list(values: string[]): string {
  return values.join(', ');
}

function takesType(from: Schema, to: Schema): boolean {
  return to.type === undefined || from.type === to.type || (from.type === 'integer' && to.type === 'number');
}

function typeName({ type }: Schema): string {
  return type === undefined ? 'any value' : String(type);
}

/** Limits of the reader that the writer may exceed. */
function boundsOf(from: Schema, to: Schema): string[] {
  const lower = lowerBounds.filter((name) => isNumber(to[name]) && !(isNumber(from[name]) && from[name] >= to[name]));
  const upper = upperBounds.filter((name) => isNumber(to[name]) && !(isNumber(from[name]) && from[name] <= to[name]));
  const forms = ['pattern', 'format'].filter((name) => to[name] !== undefined && from[name] !== to[name]);
  return [...lower, ...upper, ...forms].map(
    (name) =>
      `is not bound by ${name} ${JSON.stringify(to[name])}${from[name] === undefined ? '' : ` but by ${JSON.stringify(from[name])}`}`,
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function membersOf(written: Side, known: Side, position: Position): string[] {
  const { place, old } = position;
  const from = propertiesOf(written.schema);
  const to = propertiesOf(known.schema);
  const [before, now] = old === 'written' ? [from, to] : [to, from];
  const gone = Object.keys(before).filter((name) => !(name in now));
  const sent = requiredOf(written.schema);
  const missing = requiredOf(known.schema).filter((name) => !sent.includes(name) && !gone.includes(name));
  const both = Object.keys(to).filter((name) => name in from);
  return [
    ...gone.map((name) => `${join(place, name)} is removed`),
    ...missing.map((name) => `${join(place, name)} ${old === 'written' ? 'is required now' : 'may be absent now'}`),
    ...both.flatMap((name) =>
      comparePart(written, known, [from[name], to[name]], { ...position, place: join(place, name) }),
    ),
  ];
}

/** The elements of a list or the values of a map. A writer without such a schema may write anything. */
function contentsOf(written: Side, known: Side, position: Position): string[] {
  const { place, old } = position;
  const [from, to] = [written.schema, known.schema];
  const isClosed = from.additionalProperties === false;
  const part = (keyword: string, anything: Schema, suffix: string) =>
    comparePart(written, known, [from[keyword] ?? anything, to[keyword]], { ...position, place: `${place}${suffix}` });
  if (from.type === 'array') return part('items', {}, '[]');
  if (from.type !== 'object' || isClosed) return [];
  // Readers of answers ignore members that they do not know.
  const closes = old === 'written' && to.additionalProperties === false;
  return [
    ...(closes ? [`${place === '' ? 'the value' : place} takes no further members now`] : []),
    ...part('additionalProperties', {}, '.*'),
    ...part('propertyNames', { type: 'string' }, '.* (name)'),
  ];
}

function comparePart(written: Side, known: Side, [from, to]: [unknown, unknown], position: Position): string[] {
  if (!isSchema(from) || !isSchema(to)) return [];
  return compare({ ...written, schema: from }, { ...known, schema: to }, position);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function propertiesOf({ properties }: Schema): Record<string, Schema> {
  return isSchema(properties) ? (properties as Record<string, Schema>) : {};
}

function requiredOf({ required }: Schema): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}
