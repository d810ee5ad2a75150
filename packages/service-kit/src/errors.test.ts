import { ServiceError, type ServiceErrorCode, toServiceError } from './errors.ts';

describe('ServiceError', () => {
  it.each<[ServiceErrorCode, number]>([
    ['unknown_host', 404],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['body_too_large', 413],
    ['invalid', 422],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['too_many_requests', 429],
    ['unavailable', 503],
    ['internal', 500],
  ])('answers %s with %i', (code, status) => {
    expect(new ServiceError({ code, message: 'x' }).status).toBe(status);
  });

  it('sets a retry after one second for unavailable, unless given', () => {
    expect(new ServiceError({ code: 'unavailable', message: 'x' }).retryAfterSeconds).toBe(1);
    expect(new ServiceError({ code: 'unavailable', message: 'x', retryAfterSeconds: 7 }).retryAfterSeconds).toBe(7);
    expect(new ServiceError({ code: 'internal', message: 'x' }).retryAfterSeconds).toBeUndefined();
  });

  it('joins allowed methods into one header value', () => {
    expect(new ServiceError({ code: 'method_not_allowed', message: 'x', allow: ['GET', 'HEAD'] }).allow).toBe(
      'GET, HEAD',
    );
    expect(new ServiceError({ code: 'method_not_allowed', message: 'x', allow: 'POST' }).allow).toBe('POST');
  });
});

describe('toServiceError', () => {
  it('returns a ServiceError unchanged', () => {
    const error = new ServiceError({ code: 'forbidden', message: 'no' });
    expect(toServiceError(error)).toBe(error);
  });

  it('hides an unreachable database behind a public message and keeps the cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' });
    const error = toServiceError(cause);
    expect(error).toMatchObject({
      code: 'unavailable',
      message: 'The service cannot reach its database; retry later.',
      retryAfterSeconds: 1,
      cause,
    });
  });

  it.each([new TypeError('x is not a function'), 'text', undefined, null, { code: 23505 }])(
    'converts %p to an internal error',
    (thrown) => {
      const error = toServiceError(thrown);
      expect(error).toMatchObject({ code: 'internal', message: 'internal error' });
      expect(error.cause).toBe(thrown);
    },
  );
});
