import express, { type Router } from 'express';
import pg from 'pg';
import request from 'supertest';
import { createErrorHandler, methodNotAllowed, ServiceError, type ServiceErrorOptions } from '../../src/index.ts';
import { createDemoService } from '../support/demo-service.ts';

function serviceThatThrows(thrown: unknown) {
  return createDemoService((router: Router) => {
    router.get('/', async () => {
      throw thrown;
    });
    router.get('/files/:name', (_request, response) => response.json({}));
    router.all('/files/:name', methodNotAllowed(['GET', 'HEAD']));
  });
}

const answerTo = (thrown: unknown) => request(serviceThatThrows(thrown).app).get('/');
const answerToError = (options: ServiceErrorOptions) => answerTo(new ServiceError(options));

describe('the error handler', () => {
  it.each([
    ['unknown_host', 404],
    ['not_found', 404],
    ['body_too_large', 413],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['too_many_requests', 429],
  ] as const)('answers %s with %i and its message only', async (code, status) => {
    const response = await answerToError({ code, message: 'public text', cause: new Error('private text') });
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toEqual({ detail: 'public text' });
  });

  it('answers invalid with the list of issues', async () => {
    const issues = [{ type: 'missing', loc: ['body', 'agent_email'], msg: 'agent_email is required' }];
    const response = await answerToError({ code: 'invalid', message: 'x', issues });
    expect(response.status).toBe(422);
    expect(response.body).toEqual({ detail: issues });
  });

  it('sends Retry-After with unavailable and the request id with every 5xx', async () => {
    const response = await answerToError({ code: 'unavailable', message: 'later' });
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('1');
    expect(response.body).toEqual({ detail: 'later', request_id: response.headers['x-request-id'] });
  });

  it('sends Retry-After with too_many_requests when it is known', async () => {
    const response = await answerToError({ code: 'too_many_requests', message: 'slow down', retryAfterSeconds: 30 });
    expect(response.headers['retry-after']).toBe('30');
  });

  it.each([new Error('SELECT secret FROM users'), 'secret text', { secret: 1 }, null])(
    'reveals nothing of the unknown error %p',
    async (thrown) => {
      const response = await answerTo(thrown);
      expect(response.status).toBe(500);
      expect(response.text).not.toMatch(/secret|SELECT|at /);
    },
  );

  it('logs everything about an unknown error under the request id', async () => {
    const { app, log } = serviceThatThrows(new Error('SELECT secret FROM users'));
    const response = await request(app).get('/');
    expect(response.body).toEqual({ detail: 'internal error', request_id: response.headers['x-request-id'] });
    expect(log.entries).toContainEqual(
      expect.objectContaining({
        level: 'error',
        request_id: response.headers['x-request-id'],
        err: expect.objectContaining({ message: 'SELECT secret FROM users', stack: expect.stringContaining('at ') }),
      }),
    );
  });

  it('logs no error for mistakes of the sender', async () => {
    const { app, log } = serviceThatThrows(new ServiceError({ code: 'unauthorized', message: 'no' }));
    await request(app).get('/');
    expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('answers 404 for a path without a route, and for one that cannot be decoded', async () => {
    const { app, log } = serviceThatThrows(undefined);
    for (const path of ['/nowhere', '/files/%E0%A4%A', '/files/%']) {
      const response = await request(app).get(path);
      expect(response.status).toBe(404);
      expect(response.body).toEqual({ detail: 'Not Found' });
    }
    expect(log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('answers 405 with Allow for a method that a path does not have', async () => {
    const response = await request(serviceThatThrows(undefined).app).delete('/files/x');
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    expect(response.body).toEqual({ detail: 'Method Not Allowed' });
  });

  it('ends the connection when a response fails half-way', async () => {
    const { app, log } = createDemoService((router) => {
      router.get('/', (_request, response) => {
        response.write('half');
        throw new Error('half-way');
      });
    });
    // In tests Express prints nothing.
    app.set('env', 'production');
    const standardError = jest.spyOn(console, 'error').mockImplementation(() => {});
    await expect(request(app).get('/')).rejects.toThrow();
    expect(standardError).not.toHaveBeenCalled();
    standardError.mockRestore();
    expect(log.entries.filter(({ msg }) => msg === 'request failed')).toHaveLength(1);
  });

  it('answers also without a request context', async () => {
    const { logger } = createDemoService(() => {});
    const app = express()
      .get('/', () => {
        throw new Error('x');
      })
      .use(createErrorHandler({ logger }));
    const response = await request(app).get('/');
    expect(response.body).toEqual({ detail: 'internal error' });
  });
});

describe('failures of PostgreSQL', () => {
  const url = process.env.DATABASE_URL;

  async function failureOf(options: pg.PoolConfig, work: (pool: pg.Pool) => Promise<unknown>) {
    const pool = new pg.Pool({ connectionString: url, ...options });
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    try {
      await work(pool);
    } catch (error) {
      return (await answerTo(error)).status;
    } finally {
      await pool.end();
    }
    throw new Error('nothing failed');
  }

  it.each<[string, pg.PoolConfig, (pool: pg.Pool) => Promise<unknown>]>([
    ['nobody listens', { connectionString: 'postgres://a@127.0.0.1:1/a' }, (pool) => pool.query('SELECT 1')],
    ['the host has no address', { connectionString: 'postgres://a@db.invalid/a' }, (pool) => pool.query('SELECT 1')],
    [
      'the database does not exist',
      { connectionString: url?.replace(/\/[^/]*$/, '/no_such_database') },
      (pool) => pool.query('SELECT 1'),
    ],
    ['a statement takes too long', { statement_timeout: 50 }, (pool) => pool.query('SELECT pg_sleep(20)')],
    ['the server does not answer in time', { query_timeout: 50 }, (pool) => pool.query('SELECT pg_sleep(1)')],
    ['the connection is ended', {}, (pool) => pool.query('SELECT pg_terminate_backend(pg_backend_pid())')],
    [
      'no connection gets free in time',
      { max: 1, connectionTimeoutMillis: 50 },
      async (pool) => {
        const client = await pool.connect();
        await pool.query('SELECT 1').finally(() => client.release());
      },
    ],
    [
      'the pool is closed',
      {},
      async (pool) => {
        const closed = new pg.Pool({ connectionString: pool.options.connectionString });
        await closed.end();
        await closed.query('SELECT 1');
      },
    ],
  ])('answer 503 when %s', async (_name, options, work) => {
    expect(await failureOf(options, work)).toBe(503);
  });

  it('answer 500 when the statement is wrong', async () => {
    expect(await failureOf({}, (pool) => pool.query('SELECT no_such_column'))).toBe(500);
  });
});
