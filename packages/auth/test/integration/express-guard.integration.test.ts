import {
  createErrorHandler,
  createLogger,
  createMetrics,
  createRequestContext,
  logFields,
  ServiceError,
} from '@callside/service-kit';
import { CapturedLog } from '@callside/test-kit';
import express from 'express';
import request from 'supertest';
import {
  apiKeyId,
  createApiKeyVerifier,
  expectApiKey,
  issueApiKey,
  keyToConfirm,
  RecentKeys,
  requireApiKey,
  type VerifyApiKey,
} from '../../src/index.ts';
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

describe('expectApiKey', () => {
  /** A route that confirms the expected key, or checks it as a route does that refuses the request. */
  function createExpectingService(check: VerifyApiKey, options: GuardOptions = {}) {
    const used: string[] = [];
    let reads = 0;
    const keys = expectApiKey({
      verify: (sent) => {
        reads += 1;
        return check(sent);
      },
      feature: 'call-events',
      brandIdOf: () => brandId,
      recentKeys: new RecentKeys(),
      onUse: (id) => used.push(id),
      ...options,
    });
    const app = express();
    const logger = createLogger({ service: 'demo', level: 'silent' });
    app.use(createRequestContext({ logger, metrics: createMetrics({ service: 'demo' }) }));
    app.get('/', keys.expect, (request, response) => {
      const expected = keyToConfirm.of(request)?.id ?? null;
      keys.confirm(request);
      response.json({ expected, key: apiKeyId.of(request) });
    });
    app.get('/check', keys.expect, async (request, response) => {
      await keys.check(request);
      response.json({ expected: keyToConfirm.of(request), key: apiKeyId.of(request) });
    });
    app.get('/check-twice', keys.expect, async (request, response) => {
      await keys.check(request).catch(() => {});
      await keys.check(request);
      response.json({});
    });
    app.use(createErrorHandler({ logger }));
    const ask = async (key: string, path = '/') => {
      const { status, body } = await request(app).get(path).set('X-API-Key', key);
      return { status, body };
    };
    return { ask, used, reads: () => reads };
  }

  it('reads a key that was not used before, and passes it without a read for the next request', async () => {
    const { id, key } = await issue();
    const { ask, used, reads } = createExpectingService(verify);
    expect(await ask(key)).toEqual({ status: 200, body: { expected: null, key: id } });
    expect(await ask(key)).toEqual({ status: 200, body: { expected: id, key: id } });
    expect(reads()).toBe(1);
    expect(used).toEqual([id]);
  });

  it('never passes a key that was not accepted before', async () => {
    const { ask, reads } = createExpectingService(verify);
    for (let n = 1; n <= 3; n++) {
      expect(await ask(`cs_live_${'0'.repeat(40)}`)).toEqual({ status: 401, body: refusal });
      expect(reads()).toBe(n);
    }
  });

  it('reads an expected key when the route checks it, and does not pass it after it was refused', async () => {
    const { id, key } = await issue();
    const { ask, reads } = createExpectingService(verify);
    await ask(key);
    expect(await ask(key, '/check')).toEqual({ status: 200, body: { expected: null, key: id } });
    await database.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    expect(await ask(key, '/check')).toEqual({ status: 401, body: refusal });
    expect(await ask(key)).toEqual({ status: 401, body: refusal });
    expect(reads()).toBe(4);
  });

  it('a key that was checked for the request is not read again', async () => {
    const { id, key } = await issue();
    const { ask, reads } = createExpectingService(verify);
    expect(await ask(key, '/check')).toEqual({ status: 200, body: { expected: null, key: id } });
    expect(reads()).toBe(1);
  });

  const limitOf = (requests: number) => {
    let left = requests;
    return async () => {
      left -= 1;
      if (left < 0) throw new ServiceError({ code: 'too_many_requests', message: 'Too many requests.' });
    };
  };

  it('counts each request of a key once', async () => {
    const { ask } = createExpectingService(verify, { onAccepted: limitOf(3) });
    const { key } = await issue();
    for (const _ of [1, 2, 3]) expect((await ask(key, '/check')).status).toBe(200);
    expect((await ask(key, '/check')).status).toBe(429);
  });

  it('checks the service credential for each request, without a read', async () => {
    const { ask, reads } = createExpectingService(verify, { isServiceCredential: (sent) => sent === 'the credential' });
    for (const _ of [1, 2])
      expect(await ask('the credential')).toEqual({ status: 200, body: { expected: null, key: 'service' } });
    expect(reads()).toBe(0);
  });

  it('refuses a revoked key above its rate limit as unusable', async () => {
    const { ask } = createExpectingService(verify, { onAccepted: limitOf(1) });
    const { id, key } = await issue();
    expect((await ask(key, '/check')).status).toBe(200);
    await database.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    expect(await ask(key, '/check')).toEqual({ status: 401, body: refusal });
  });

  it('a key that was refused for a request is refused again by a second check of this request', async () => {
    const { id, key } = await issue();
    const { ask } = createExpectingService(verify);
    await ask(key);
    await database.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    expect(await ask(key, '/check-twice')).toEqual({ status: 401, body: refusal });
  });
});
