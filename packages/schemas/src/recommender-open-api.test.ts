import { Validator } from '@seriousme/openapi-schema-validator';
import { createRecommenderOpenApiDocument } from './index.ts';

const document = createRecommenderOpenApiDocument({ version: '1.2.3' });

test('is a valid OpenAPI 3.1 document', async () => {
  expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true });
});

test.each([
  ['/recommend', ['200', '400', '401', '405', '413', '422', '429', '500', '503']],
  ['/purchase', ['200', '400', '401', '404', '405', '413', '422', '429', '500', '503']],
])('has POST %s with the key, a body with examples and every answer', (path, statuses) => {
  const operation = document.paths[path]?.post;
  expect(operation).toMatchObject({ security: [{ apiKey: [] }], requestBody: { required: true } });
  expect(Object.keys(operation?.requestBody?.content['application/json']?.examples ?? {})).not.toHaveLength(0);
  expect(Object.keys(operation?.responses ?? {})).toEqual(statuses);
});

test('requires the same fields of a body as the service', () => {
  const { schemas } = document.components;
  expect(schemas.RecommendRequest?.required).toEqual(['phone']);
  expect(schemas.OrderHistoryLine).not.toHaveProperty('required');
  expect(schemas.PurchaseRequest?.required).toEqual(['phone', 'recommendation_id']);
  expect(schemas.PurchaseLine?.required).toEqual(['sku']);
});

test('gives the bounds and defaults of the service', () => {
  expect(document.components.schemas.RecommendRequest?.properties).toMatchObject({
    num_items: { default: 1, anyOf: [{ type: 'integer', minimum: 1, maximum: 10 }, { type: 'null' }] },
    check_stock: { default: true },
    source: { default: 'IVR' },
    purchased_skus: { anyOf: [{ type: 'array', maxItems: 1000, items: { type: 'string' } }, { type: 'null' }] },
  });
});

test('refers only to components that exist, and uses every component', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g);
  const targets = [...references].map(([, kind, name]) => `${kind}/${name}`);
  const components = [
    ...Object.keys(document.components.schemas).map((name) => `schemas/${name}`),
    ...Object.keys(document.components.responses).map((name) => `responses/${name}`),
  ];
  expect(targets.filter((target) => !components.includes(target))).toEqual([]);
  expect(components.filter((component) => !targets.includes(component))).toEqual([]);
});

test('names the server only when one is given', () => {
  expect(document).not.toHaveProperty('servers');
  const { servers } = createRecommenderOpenApiDocument({ version: '1.2.3', serverUrl: 'https://offers.example' });
  expect(servers).toEqual([{ url: 'https://offers.example' }]);
});
