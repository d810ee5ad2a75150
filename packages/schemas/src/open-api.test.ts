import { Validator } from '@seriousme/openapi-schema-validator';
import { createCallEventsOpenApiDocument } from './documents.ts';
import { callEventNames } from './index.ts';

const document = createCallEventsOpenApiDocument({ version: '1.2.3' });

test('the document is a valid OpenAPI 3.1 document', async () => {
  expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true });
});

test('the document has one POST per event, with the key, a body with examples and every answer', () => {
  for (const name of callEventNames) {
    const operation = document.paths[`/call-events/${name}`]?.post;
    expect(operation).toMatchObject({ security: [{ apiKey: [] }], requestBody: { required: true } });
    expect(operation?.requestBody?.content['application/json']?.examples).toHaveProperty('only what is required');
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '404',
      '405',
      '413',
      '422',
      '429',
      '500',
      '503',
    ]);
  }
});

test('a parameter of a query is required exactly when the service requires it', () => {
  const requiredOf = (path: string) =>
    document.paths[path]?.get?.parameters?.filter(({ in: place, required }) => place === 'query' && required);
  for (const what of ['products', 'customers']) {
    expect(requiredOf(`/{brand}/desk/${what}`)).toEqual([expect.objectContaining({ name: 'q' })]);
  }
  expect(requiredOf('/{brand}/chats')).toEqual([]);
});

test('the document has every path of signed-in users, with both credentials, the parameters, and every error', () => {
  const parametersOf = (path: string) => document.paths[path]?.get?.parameters?.map(({ name }) => name);
  expect(parametersOf('/{brand}/chats')).toEqual(['brand', 'limit', 'cursor', 'phone', 'agent_email']);
  expect(parametersOf('/{brand}/calls/export')).toEqual(['brand', 'from', 'to', 'since', 'ended', 'format']);
  expect(parametersOf('/{brand}/events')).toEqual([
    'brand',
    'limit',
    'cursor',
    'agent_email',
    'event',
    'resolved',
    'outcome',
    'phone',
    'event_id',
    'request_id',
    'q',
    'from',
    'to',
  ]);
  expect(document.paths['/{brand}/chats']?.get?.parameters?.[1]).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    description: 'The most items of the page; 50 without it.',
    schema: { type: 'integer', minimum: 1, maximum: 200 },
  });
  const signedIn = Object.entries(document.paths).filter(([path]) => path.startsWith('/{brand}/'));
  expect(signedIn).not.toHaveLength(0);
  const otherwise = ['/{brand}/sign-out', '/{brand}/embed-tokens'];
  for (const [path, { get, post, put, delete: remove }] of signedIn) {
    for (const operation of [get, post, put, remove].filter((one) => one !== undefined && !otherwise.includes(path))) {
      expect(operation?.security?.[0]).toEqual({ sessionToken: [] });
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining(['401', '403', '404', '500', '503']),
      );
    }
  }
});

test('the document requires the same fields of a body as the service', () => {
  const { schemas } = document.components;
  expect(schemas.CallStartedBody?.required).toEqual(['agent_email', 'phone_number']);
  expect(schemas.CallEndedBody?.required).toEqual(['agent_email']);
  expect(schemas.CallControlBody?.required).toEqual(['agent_email']);
});

test('the document refers only to components that exist', () => {
  const references = JSON.stringify(document).matchAll(
    /"\$ref":"#\/components\/(schemas|parameters|headers|responses)\/(\w+)"/g,
  );
  const targets = [...references].map(([, kind, name]) => `${kind}/${name}`);
  const { schemas, parameters, headers, responses } = document.components;
  const components = Object.entries({ schemas, parameters, headers, responses }).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `${kind}/${name}`),
  );
  expect(targets.filter((target) => !components.includes(target))).toEqual([]);
  expect(components.filter((component) => !targets.includes(component))).toEqual([]);
});

test('the document names the server only when one is given', () => {
  expect(document).not.toHaveProperty('servers');
  const { servers } = createCallEventsOpenApiDocument({
    version: '1.2.3',
    serverUrl: 'https://calls.northwind.example',
  });
  expect(servers).toEqual([{ url: 'https://calls.northwind.example' }]);
});

test('every operation takes the id and the trace of a request, and every response names them', () => {
  for (const { parameters, ...operations } of Object.values(document.paths)) {
    expect(
      parameters?.map(({ $ref }) => Object(document.components.parameters)[$ref.split('/').at(-1) ?? ''].name),
    ).toEqual(['X-Request-Id', 'traceparent', 'tracestate']);
    const responses = Object.values(operations).flatMap((operation) => Object.values(operation.responses));
    for (const response of [...responses, ...Object.values(document.components.responses)]) {
      if ('$ref' in response) continue;
      expect(Object.keys(response.headers ?? {})).toEqual(
        expect.arrayContaining(['X-Request-Id', 'traceparent', 'traceresponse']),
      );
    }
  }
});
