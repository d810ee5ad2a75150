// A key of the feature embed and its tokens open nothing of the recommender. A new route must be placed here.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createSessionTokens } from '@callside/auth';
import { writtenRoutes } from '@callside/test-kit';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';
import { addKey } from '../support/shop.ts';

const secret = 'a secret that is only good for tests';

let service: ServiceUnderTest;
let credentials: string[];

beforeAll(async () => {
  service = await startService({ environment: { SESSION_SECRET: [secret] } });
  const owner = randomUUID();
  await service.query(
    `INSERT INTO users (id, brand_id, email, name, status, role) VALUES ($1, $2, 'owner@people.example', '', 'active', 'owner')`,
    [owner, service.brand.id],
  );
  const [brandId, now] = [service.brand.id, new Date()];
  const { token } = createSessionTokens({ secrets: [secret] }).issue({
    ...{ userId: owner, brandId, now },
    audience: 'tab',
    ttlSeconds: 600,
  });
  credentials = [token, (await addKey(service.query, service.brand, { feature: 'embed' })).key];
});
afterAll(() => service.close());

const version = '20260101T000000-0a1b2c3d';
/** As written, with a request. Shops sign their deliveries with a secret of their own. */
const closed: Record<string, [method: string, path: string]> = {
  'GET prefix': ['GET', '/admin/models'],
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as the routes are written
  'POST ${prefix}/rollback': ['POST', '/admin/models/rollback'],
  'POST ${prefix}/:version/evaluate': ['POST', `/admin/models/${version}/evaluate`],
  'POST ${prefix}/:version/publish': ['POST', `/admin/models/${version}/publish`],
  'POST ${prefix}/train': ['POST', '/admin/models/train'],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as the routes are written
  'POST /admin/preview': ['POST', '/admin/preview'],
  'GET /recommendations/:recommendation_id/why-not/:sku': ['GET', `/recommendations/${randomUUID()}/why-not/401`],
  'POST /recommend': ['POST', '/recommend'],
  'POST /purchase': ['POST', '/purchase'],
  'POST /purchase/:purchase_id/void': ['POST', `/purchase/${randomUUID()}/void`],
  'POST path': ['POST', '/shops/shopify'],
};
/** Answers to other methods, and without SESSION_SECRET. */
const refusing = [
  'ALL /admin/preview',
  'ALL /purchase',
  'ALL /purchase/:purchase_id/void',
  'ALL /recommend',
  'ALL /recommendations/:recommendation_id/why-not/:sku',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the routes are written
  'ALL [prefix, `${prefix}/*path`]',
  'ALL path',
];

test('each route of the service is placed', () => {
  expect(writtenRoutes(join(import.meta.dirname, '../../src'))).toEqual([...Object.keys(closed), ...refusing].sort());
});

test.each(Object.entries(closed))('%s is closed', async (_route, [method, path]) => {
  for (const credential of credentials) {
    for (const headers of [{ authorization: `Bearer ${credential}` }, { 'x-api-key': credential }]) {
      const body = JSON.stringify({ phone: '2015550000', recommendation_id: 'unknown' });
      const answer = await service.clients[0].send({ method, path, headers, ...(method === 'POST' && { body }) });
      expect(answer.status).toBe(401);
    }
  }
});
