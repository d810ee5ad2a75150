import { z } from 'zod';
import type { JsonSchema, Reference } from './document.ts';

type Schemas = Record<string, z.ZodType>;

export interface Components {
  /** Where the document holds a schema. Throws on one that is none of its components. */
  referenceTo: (schema: z.ZodType) => Reference;
  /** Every schema of the document, by the name that `$ref`s use. */
  componentSchemas: () => Record<string, JsonSchema>;
}

/** The component schemas of one document: what clients send, and what they receive. */
export function createComponents({ requests, outputs }: { requests: Schemas; outputs: Schemas }): Components {
  const names = new Map<z.ZodType, string>(
    Object.entries({ ...requests, ...outputs }).map(([name, schema]) => [schema, name]),
  );
  return {
    referenceTo: (schema) => {
      const name = names.get(schema);
      if (name === undefined) throw new Error('The schema is no component of the document.');
      return { $ref: uriOf(name) };
    },
    componentSchemas: () => ({ ...toJsonSchemas(requests, 'input'), ...toJsonSchemas(outputs, 'output') }),
  };
}

function toJsonSchemas(schemas: Schemas, io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io,
    uri: uriOf,
    // metadata is checked by a function, which JSON Schema cannot say; its description does.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema]),
  );
}

function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  // Readers pass over members that they do not know: that is how a shape may grow.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The format says it in a word.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function uriOf(name: string): string {
  return `#/components/schemas/${name}`;
}
