import { z } from 'zod';

const node = z.record(z.string(), z.unknown());
type Node = z.infer<typeof node>;

const content = z.record(
  z.string(),
  z.object({
    schema: node.optional(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), node).optional(),
  }),
);

const operation = z.object({
  tags: z.array(z.string()).default([]),
  summary: z.string().default(''),
  description: z.string().default(''),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(node).default([]),
  requestBody: node.optional(),
  responses: z.record(z.string(), node).default({}),
});

const document = z.object({
  info: z.object({
    title: z.string(),
    version: z.string(),
    summary: z.string().default(''),
    description: z.string().default(''),
  }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })).default([]),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  paths: z.record(z.string(), node),
  components: z.object({ securitySchemes: z.record(z.string(), node).default({}) }).default({ securitySchemes: {} }),
});

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const deepestFields = 3;

export interface Example {
  summary: string;
  value: unknown;
}

export interface Field {
  /** The path of a field: dots for objects and `[]` for arrays. */
  name: string;
  type: string;
  required: boolean;
  description: string;
}

export interface Parameter extends Field {
  place: string;
}

export interface Body {
  description: string;
  mediaType: string;
  fields: Field[];
  examples: Example[];
}

export interface Operation {
  method: string;
  path: string;
  summary: string;
  description: string;
  security: SecurityScheme[];
  parameters: Parameter[];
  request: Body | undefined;
  responses: (Body & { status: string })[];
}

export interface SecurityScheme {
  /** A description for people. */
  label: string;
  description: string;
  /** The header that carries it; undefined for a cookie and others. */
  header: string | undefined;
}

export interface Reference {
  title: string;
  version: string;
  summary: string;
  description: string;
  baseUrl: string | undefined;
  /** In the order of the document's tags; operations without a tag come last, under "Other". */
  groups: { name: string; description: string; operations: Operation[] }[];
}

/** The parts of an OpenAPI document that a reference page shows, with its `$ref`s resolved. Throws for other documents. */
export function readOpenApi(source: object): Reference {
  const { info, servers, tags, paths, security, components } = document.parse(source);
  const resolve = createResolver(source);
  const all = Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => {
        const one = operation.parse(item[method]);
        const tag = one.tags[0] ?? 'Other';
        return {
          tag,
          operation: readOperation({ method, path, one, security, schemes: components.securitySchemes }, resolve),
        };
      }),
  );
  const names = new Set([...tags.map(({ name }) => name), ...all.map(({ tag }) => tag)]);
  return {
    ...info,
    baseUrl: servers[0]?.url.replace(/\/+$/, ''),
    groups: [...names].map((name) => ({
      name,
      description: tags.find((tag) => tag.name === name)?.description ?? '',
      operations: all.filter(({ tag }) => tag === name).map((entry) => entry.operation),
    })),
  };
}

type Resolve = (value: Node) => Node;

function createResolver(source: object): Resolve {
  const lookUp = (pointer: string): Node => {
    let current: unknown = source;
    for (const part of pointer.replace(/^#\//, '').split('/')) {
      current = node.parse(current)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    return node.parse(current);
  };
  return (value) => (typeof value.$ref === 'string' ? { ...lookUp(value.$ref), ...omitRef(value) } : value);
}

function omitRef({ $ref: _, ...others }: Node): Node {
  return others;
}

interface RawOperation {
  method: string;
  path: string;
  one: z.infer<typeof operation>;
  security: Record<string, string[]>[];
  schemes: Record<string, Node>;
}

function readOperation({ method, path, one, security, schemes }: RawOperation, resolve: Resolve): Operation {
  const names = (one.security ?? security).flatMap((requirement) => Object.keys(requirement));
  return {
    method: method.toUpperCase(),
    path,
    summary: one.summary,
    description: one.description,
    security: names.map((name) => readScheme(name, schemes[name] ?? {})),
    parameters: one.parameters.map((parameter) => readParameter(resolve(parameter), resolve)),
    request: one.requestBody && readBody(resolve(one.requestBody), resolve),
    responses: Object.entries(one.responses).map(([status, response]) => ({
      status,
      ...readBody(resolve(response), resolve),
    })),
  };
}

function readScheme(name: string, scheme: Node): SecurityScheme {
  const description = textOf(scheme.description);
  if (scheme.type === 'http')
    return { label: 'Authorization: Bearer', description, header: 'Authorization: Bearer $TOKEN' };
  const place = textOf(scheme.in);
  const label = `${place} ${textOf(scheme.name) || name}`.trim();
  return { label, description, header: place === 'header' ? `${textOf(scheme.name)}: $API_KEY` : undefined };
}

function readParameter(parameter: Node, resolve: Resolve): Parameter {
  const schema = node.safeParse(parameter.schema).data ?? {};
  return {
    name: textOf(parameter.name),
    place: textOf(parameter.in),
    type: typeText(resolve(schema), resolve),
    required: parameter.required === true,
    description: textOf(parameter.description) || textOf(schema.description),
  };
}

function readBody(body: Node, resolve: Resolve): Body {
  const [mediaType = '', media] = Object.entries(content.parse(body.content ?? {}))[0] ?? [];
  const examples = Object.values(media?.examples ?? {}).map(({ summary, value }) => ({
    summary: textOf(summary),
    value,
  }));
  return {
    description: textOf(body.description),
    mediaType,
    fields: media?.schema ? fieldsOf(resolve(media.schema), resolve) : [],
    examples: media?.example === undefined ? examples : [{ summary: '', value: media.example }, ...examples],
  };
}

function fieldsOf(schema: Node, resolve: Resolve, prefix = '', depth = 0): Field[] {
  const properties = node.safeParse(schema.properties).data ?? {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const property = resolve(node.parse(value));
    const field = {
      name: prefix + name,
      type: typeText(property, resolve),
      required: required.includes(name),
      description: textOf(property.description),
    };
    if (depth === deepestFields) return [field];
    const items = node.safeParse(property.items).data;
    const nested = items
      ? fieldsOf(resolve(items), resolve, `${prefix}${name}[].`, depth + 1)
      : fieldsOf(property, resolve, `${prefix}${name}.`, depth + 1);
    return [field, ...nested];
  });
}

function typeText(schema: Node, resolve: Resolve, depth = 0): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const variants = z.array(node).safeParse(schema.anyOf ?? schema.oneOf).data;
  if (variants && depth < deepestFields) {
    return [...new Set(variants.map((variant) => typeText(resolve(variant), resolve, depth + 1)))].join(' or ');
  }
  const items = node.safeParse(schema.items).data;
  if (items && depth < deepestFields) return `array of ${typeText(resolve(items), resolve, depth + 1)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : textOf(schema.type) || 'any';
  return typeof schema.format === 'string' ? `${type} (${schema.format})` : type;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
