import { z } from 'zod';
import type { JsonSchema, Reference } from './document.ts';

type Schemas = Record<string, z.ZodType>;
type Draft = 'draft-2020-12' | 'draft-07';

/** The component schemas of one document by their published names: what clients send, and what they receive. */
export interface ComponentSchemas {
  requests: Schemas;
  outputs: Schemas;
  target?: Draft;
}

export interface Components {
  /** The reference to a schema in the document. Throws when the schema is not one of its components. */
  referenceTo: (schema: z.ZodType) => Reference;
  /** Every schema of the document, by the name in `$ref`. */
  componentSchemas: () => Record<string, JsonSchema>;
}

export function createComponents({ requests, outputs, target = 'draft-2020-12' }: ComponentSchemas): Components {
  const names = new Map<z.ZodType, string>(
    Object.entries({ ...requests, ...outputs }).map(([name, schema]) => [schema, name]),
  );
  return {
    referenceTo: (schema) => {
      const name = names.get(schema);
      if (name === undefined) throw new Error('The schema is no component of the document.');
      return { $ref: uriOf(name) };
    },
    componentSchemas: () => ({
      ...toJsonSchemas(requests, 'input', target),
      ...toJsonSchemas(outputs, 'output', target),
    }),
  };
}

function toJsonSchemas(schemas: Schemas, io: 'input' | 'output', target: Draft): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, {
    target,
    io,
    uri: uriOf,
    // A function checks metadata, which JSON Schema cannot express; its description explains it.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema]),
  );
}

function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  // Readers must ignore unknown members, so that new members can be added.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The format already says it.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function uriOf(name: string): string {
  return `#/components/schemas/${name}`;
}
