import { z } from 'zod';
import {
  callControlBodySchema,
  callEndedBodySchema,
  callEventResponseSchema,
  callStartedBodySchema,
} from '../call-event.ts';
import {
  callEventMessageSchema,
  callReferenceSchema,
  callSchema,
  callStateSchema,
  recordingAcknowledgementSchema,
  recordingConfirmationSchema,
  recordingSchema,
  recordingStateSchema,
} from '../call-state.ts';
import { errorSchema, validationErrorSchema, validationIssueSchema } from '../errors.ts';
import type { JsonSchema, Reference } from './document.ts';

const requestSchemas = {
  CallStartedBody: callStartedBodySchema,
  CallEndedBody: callEndedBodySchema,
  CallControlBody: callControlBodySchema,
};

const outputSchemas = {
  CallEventResponse: callEventResponseSchema,
  Error: errorSchema,
  ValidationError: validationErrorSchema,
  ValidationIssue: validationIssueSchema,
  Call: callSchema,
  Recording: recordingSchema,
  RecordingConfirmation: recordingConfirmationSchema,
  CallState: callStateSchema,
  CallEventMessage: callEventMessageSchema,
  RecordingState: recordingStateSchema,
  RecordingAcknowledgement: recordingAcknowledgementSchema,
  CallReference: callReferenceSchema,
};

const names = new Map<z.ZodType, string>(
  Object.entries({ ...requestSchemas, ...outputSchemas }).map(([name, schema]) => [schema, name]),
);

/** Where the components of the document hold a schema. Throws on one that is none of them. */
export function referenceTo(schema: z.ZodType): Reference {
  const name = names.get(schema);
  if (name === undefined) throw new Error('The schema is no component of the document.');
  return { $ref: uriOf(name) };
}

/** Every schema of the document, by the name that `$ref`s use. */
export function componentSchemas(): Record<string, JsonSchema> {
  return { ...toJsonSchemas(requestSchemas, 'input'), ...toJsonSchemas(outputSchemas, 'output') };
}

function toJsonSchemas(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, JsonSchema> {
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
