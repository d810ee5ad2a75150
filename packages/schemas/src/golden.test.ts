// Golden payloads are what the API reference shows, and from the first release on those of released versions: then add new ones, never
// change or remove them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  createCallEventsOpenApiDocument,
  createRecommenderOpenApiDocument,
  type OpenApiDocument,
} from './documents.ts';
import {
  callEventBodySchemas,
  callEventResponseSchema,
  companionAcknowledgementSchemas,
  companionClientEventSchemas,
  companionErrorSchema,
  companionRequestAnswerSchemas,
  companionServerEventSchemas,
  errorSchema,
  integrationAnswerSchema,
  purchaseResponseSchema,
  purchaseVoidResponseSchema,
  recommenderHealthSchema,
  recommendResponseSchema,
  repClientEventSchemas,
  repServerEventSchemas,
  shopAnswerSchema,
  validationErrorSchema,
} from './index.ts';
import { callEventComponents } from './open-api/call-event-components.ts';
import type { ComponentSchemas } from './open-api/components.ts';
import { answerExamples, requestExamples } from './open-api/golden.ts';
import { recommenderComponents } from './open-api/recommender-components.ts';

type Schemas = Record<string, z.ZodType>;

const goldenFolder = join(import.meta.dirname, 'golden');
const payloadsSchema = z.record(z.string(), z.unknown());
const payloadsByNameSchema = z.record(z.string(), payloadsSchema);

function readGolden(file: string): unknown {
  return JSON.parse(readFileSync(join(goldenFolder, file), 'utf8'));
}

/** The examples that the operations of a document show, and the schema that they show them with. */
function shownIn({ paths }: OpenApiDocument, { requests, outputs }: ComponentSchemas) {
  return Object.values(paths)
    .flatMap((path) => [path.get, path.post, path.put, path.delete])
    .flatMap((operation) => [operation?.requestBody, ...Object.values(operation?.responses ?? {})])
    .flatMap((part) => (part === undefined || '$ref' in part ? [] : Object.values(part.content ?? {})))
    .map(({ schema, examples }) => {
      const name = String(schema.$ref).split('/').at(-1) ?? '';
      return { examples, body: requests[name], answer: outputs[name] };
    });
}

const shown = [
  ...shownIn(createCallEventsOpenApiDocument({ version: '1.2.3' }), callEventComponents),
  ...shownIn(createRecommenderOpenApiDocument({ version: '1.2.3' }), recommenderComponents),
];

/** The schemas of the names of a file. A name that no operation shows, or that two show with different schemas, has none. */
function shownSchemas(file: string, kind: 'body' | 'answer', examplesByName: Record<string, unknown>): Schemas {
  const names = Object.keys(payloadsByNameSchema.parse(readGolden(file)));
  return Object.fromEntries(
    names.flatMap((name) => {
      const contents = shown.filter(({ examples }) => examples !== undefined && examples === examplesByName[name]);
      const [schema, ...others] = new Set(contents.flatMap((content) => content[kind] ?? []));
      return schema === undefined || others.length > 0 ? [] : [[name, schema]];
    }),
  );
}

const bodyFiles = [
  'recommender-bodies.json',
  'owner-orders.json',
  'settings-bodies.json',
  'desk-bodies.json',
  'offer-bodies.json',
  'model-bodies.json',
];

const outputsByName: Record<string, Schemas> = {
  'signed-in-answers.json': shownSchemas('signed-in-answers.json', 'answer', answerExamples),
  'rep-messages.json': repServerEventSchemas,
  'companion-messages.json': companionServerEventSchemas,
  'companion-acknowledgements.json': companionAcknowledgementSchemas,
  'companion-request-answers.json': companionRequestAnswerSchemas,
};

const byName: Record<string, Schemas> = {
  'call-event-bodies.json': callEventBodySchemas,
  'companion-requests.json': companionClientEventSchemas,
  'rep-requests.json': repClientEventSchemas,
  ...Object.fromEntries(bodyFiles.map((file) => [file, shownSchemas(file, 'body', requestExamples)])),
  ...outputsByName,
};

const outputs: Schemas = {
  'call-event-responses.json': callEventResponseSchema,
  'integration-answers.json': integrationAnswerSchema,
  'shop-answers.json': shopAnswerSchema,
  'recommend-responses.json': recommendResponseSchema,
  'purchase-responses.json': purchaseResponseSchema,
  'purchase-void-responses.json': purchaseVoidResponseSchema,
  'recommender-health.json': recommenderHealthSchema,
  'errors.json': errorSchema,
  'validation-errors.json': validationErrorSchema,
  'companion-errors.json': companionErrorSchema,
};

function cases(file: string): [string, unknown][] {
  return Object.entries(payloadsSchema.parse(readGolden(file)));
}

function casesByName(file: string): { name: string; title: string; schema: z.ZodType; payload: unknown }[] {
  const golden = payloadsByNameSchema.parse(readGolden(file));
  return Object.entries(byName[file] ?? {}).flatMap(([name, schema]) =>
    Object.entries(golden[name] ?? {}).map(([title, payload]) => ({ name, title, schema, payload })),
  );
}

describe('golden request bodies', () => {
  test.each(casesByName('call-event-bodies.json'))('$name accepts: $title', ({ schema, payload }) => {
    expect(schema.parse(payload)).toMatchObject({ agent_email: 'rep@northwind.example' });
  });

  test.each(casesByName('recommender-bodies.json'))('$name accepts: $title', ({ schema, payload }) => {
    expect(schema.parse(payload)).toMatchObject({ phone: expect.stringMatching(/^(4155550134|0000000000)$/) });
  });
});

const onlyAccepted = [
  'companion-requests.json',
  'owner-orders.json',
  'rep-requests.json',
  'settings-bodies.json',
  'desk-bodies.json',
];

test.each(onlyAccepted.flatMap(casesByName))('$name accepts: $title', ({ schema, payload }) => {
  expect(schema.safeParse(payload).error).toBeUndefined();
});

test.each(casesByName('offer-bodies.json'))('$name accepts: $title', ({ schema, payload }) => {
  expect(schema.parse(payload)).toMatchObject(Object(payload));
});

test.each(casesByName('model-bodies.json'))('$name accepts: $title', ({ schema, payload }) => {
  expect(schema.parse(payload)).toEqual(payload);
});

describe('golden answers and errors', () => {
  test.each(
    Object.entries(outputs).flatMap(([file, schema]) =>
      cases(file).map(([title, payload]) => ({ file, title, schema, payload })),
    ),
  )('$file: $title is unchanged by parsing', ({ schema, payload }) => {
    expect(schema.parse(payload)).toEqual(payload);
  });
});

describe('golden socket messages and answers to signed-in users', () => {
  test.each(Object.keys(outputsByName).flatMap(casesByName))(
    '$name: $title is unchanged by parsing',
    ({ schema, payload }) => {
      expect(schema.parse(payload)).toEqual(payload);
    },
  );
});

test.each(Object.entries(byName))('%s has a payload for every name, and no unknown name', (file, schemas) => {
  const golden = payloadsByNameSchema.parse(readGolden(file));
  expect(Object.keys(golden).sort()).toEqual(Object.keys(schemas).sort());
  expect(Object.values(golden).every((payloads) => Object.keys(payloads).length > 0)).toBe(true);
});

test('every golden file is read', () => {
  const read = [...Object.keys(byName), ...Object.keys(outputs)];
  expect(readdirSync(goldenFolder).sort()).toEqual(read.sort());
});
