import {
  createErrorHandler,
  createLogger,
  createMetrics,
  createRequestContext,
  logFields,
} from '@callside/service-kit';
import { CapturedLog } from '@callside/test-kit';
import express from 'express';
import request from 'supertest';
import { apiKeyId, createApiKeyVerifier, issueApiKey, requireApiKey, type VerifyApiKey } from '../../src/index.ts';
import { insertBrand } from '../support/brand.ts';
import { type AuthDatabase, openDatabase } from '../support/database.ts';

const refusal = { detail: 'API key is invalid or missing.' };

let database: AuthDatabase;
let brandId: string;
let verify: VerifyApiKey;
beforeAll(async () => {
  database = await openDatabase();
  ({ brandId } = await insertBrand(database.query));
  verify = createApiKeyVerifier({ query: database.query, keyPrefix: 'cs' });
});
afterAll(() => database.drop());

type GuardOptions = Partial<Parameters<typeof requireApiKey>[0]>;

function createService(check: VerifyApiKey = verify, options: GuardOptions = {}) {
  const log = new CapturedLog();
  const logger = createLogger({ service: 'demo', level: 'info', destination: log });
  const app = express();
  app.use(createRequestContext({ logger, metrics: createMetrics({ service: 'demo' }) }));
  const guard = requireApiKey({ verify: check, feature: 'call-events', brandIdOf: () => brandId, ...options });
  app.get('/', guard, (request, response) => {
    response.json({ key: apiKeyId.of(request), logged: logFields.of(request) });
  });
  app.use(createErrorHandler({ logger }));
  return { app, log };
}

const issue = () => issueApiKey(database.prisma, { brandId, feature: 'call-events', keyPrefix: 'cs' });

describe('requireApiKey', () => {
  it('passes a request with a key of the brand, and sets the id of the key', async () => {
    const { id, key } = await issue();
    const response = await request(createService().app).get('/').set('X-API-Key', key);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ key: id, logged: { key_id: id } });
  });

  it.each([
    ['no key', {}],
    ['an empty key', { 'X-API-Key': '' }],
    ['an unknown key', { 'X-API-Key': `cs_live_${'0'.repeat(40)}` }],
    ['a malformed key', { 'X-API-Key': 'nonsense' }],
  ])('refuses a request with %s with the same answer', async (_name, headers) => {
    const response = await request(createService().app).get('/').set(headers);
    expect(response.status).toBe(401);
    expect(response.body).toEqual(refusal);
  });

  it('reads the key only from its header and from Authorization', async () => {
    const { key } = await issue();
    const { app } = createService();
    const attempts = [
      request(app).get(`/?x-api-key=${key}&api_key=${key}&key=${key}`),
      request(app).get('/').set('Authorization', key),
      request(app).get('/').set('Cookie', `X-API-Key=${key}`),
    ];
    for (const attempt of attempts) expect((await attempt).status).toBe(401);
    expect((await request(app).get('/').set('Authorization', `Bearer ${key}`)).status).toBe(200);
    expect((await request(app).get('/').auth('anybody', key)).status).toBe(200);
  });

  it('refuses a revoked key with the next request', async () => {
    const { id, key } = await issue();
    const { app } = createService();
    expect((await request(app).get('/').set('X-API-Key', key)).status).toBe(200);
    await database.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    const response = await request(app).get('/').set('X-API-Key', key);
    expect([response.status, response.body]).toEqual([401, refusal]);
  });

  it('answers 503 when the keys cannot be looked up', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { app } = createService(() => Promise.reject(away));
    const response = await request(app).get('/').set('X-API-Key', 'x');
    expect(response.status).toBe(503);
    expect(response.body.detail).toBe('The service cannot reach its database; retry later.');
  });

  it('accepts the service credential without a key lookup, and records its use as `service`', async () => {
    const never = () => Promise.reject(new Error('a key was looked up'));
    const { app } = createService(never, { isServiceCredential: (presented) => presented === 'the credential' });
    const response = await request(app).get('/').set('X-API-Key', 'the credential');
    expect(response.body).toEqual({ key: 'service', logged: { key_id: 'service' } });
    expect((await request(app).get('/').set('X-API-Key', 'another')).status).toBe(500);
  });

  it('accepts keys of the configured brand, when there is one', async () => {
    const other = await insertBrand(database.query);
    const { key } = await issueApiKey(database.prisma, {
      brandId: other.brandId,
      feature: 'call-events',
      keyPrefix: 'cs',
    });
    const { app } = createService(verify, { brandIdOf: () => other.brandId });
    expect((await request(app).get('/').set('X-API-Key', key)).status).toBe(200);
    expect(
      (
        await request(app)
          .get('/')
          .set('X-API-Key', (await issue()).key)
      ).status,
    ).toBe(401);
  });

  it('writes no key into the log', async () => {
    const { key } = await issue();
    const { app, log } = createService();
    await request(app).get(`/?key=${key}`).set('X-API-Key', key);
    expect(log.entries.length).toBeGreaterThan(0);
    expect(log.text).not.toContain(key.slice(-40));
  });
});
