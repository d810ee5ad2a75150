import { Validator } from '@seriousme/openapi-schema-validator';
import { createRecommenderOpenApiDocument } from './documents.ts';

const document = createRecommenderOpenApiDocument({ version: '1.2.3' });

test('the document is a valid OpenAPI 3.1 document', async () => {
  expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true });
});

test.each([
  ['/recommend', ['200', '400', '401', '405', '413', '422', '429', '500', '503']],
  ['/purchase', ['200', '400', '401', '404', '405', '413', '422', '429', '500', '503']],
])('the document has POST %s with the key, a body with examples and every answer', (path, statuses) => {
  const operation = document.paths[path]?.post;
  expect(operation).toMatchObject({ security: [{ apiKey: [] }], requestBody: { required: true } });
  expect(Object.keys(operation?.requestBody?.content['application/json']?.examples ?? {})).not.toHaveLength(0);
  expect(Object.keys(operation?.responses ?? {})).toEqual(statuses);
});

test('the document requires the same fields of a body as the service', () => {
  const { schemas } = document.components;
  expect(schemas.RecommendRequest?.required).toEqual(['phone']);
  expect(schemas.OrderHistoryLine).not.toHaveProperty('required');
  expect(schemas.PurchaseRequest?.required).toEqual(['phone', 'recommendation_id']);
  expect(schemas.PurchaseLine?.required).toEqual(['sku']);
});

test('the document gives the bounds and defaults of the service', () => {
  expect(document.components.schemas.RecommendRequest?.properties).toMatchObject({
    num_items: { default: 1, anyOf: [{ type: 'integer', minimum: 1, maximum: 10 }, { type: 'null' }] },
    check_stock: { default: true },
    source: { default: 'IVR' },
    purchased_skus: { anyOf: [{ type: 'array', maxItems: 1000, items: { type: 'string' } }, { type: 'null' }] },
  });
});

test('the document refers only to components that exist, and uses every component', () => {
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
  const { servers } = createRecommenderOpenApiDocument({ version: '1.2.3', serverUrl: 'https://offers.example' });
  expect(servers).toEqual([{ url: 'https://offers.example' }]);
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
