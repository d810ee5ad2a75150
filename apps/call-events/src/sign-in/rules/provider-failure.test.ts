import { failedPart, failureDetail, ProviderFailure } from './provider-failure.ts';

const failure = (code: unknown, { error, details = [] }: { error?: string; details?: object[] } = {}) => ({
  code,
  error,
  causes: [{ message: 'invalid response encountered' }, { message: 'the reason' }, ...details] as Record<
    string,
    unknown
  >[],
});

test.each<[string, ReturnType<typeof failure>, string | null]>([
  ['a connection that fails', failure('ECONNREFUSED'), 'unreachable'],
  ['no answer in time', failure('OAUTH_TIMEOUT'), 'unreachable'],
  ['a challenge', failure('OAUTH_WWW_AUTHENTICATE_CHALLENGE', { details: [{ status: 401 }] }), 'client'],
  ['a challenge in a failure', failure('OAUTH_WWW_AUTHENTICATE_CHALLENGE', { details: [{ status: 503 }] }), 'endpoint'],
  ['invalid_client', failure('OAUTH_RESPONSE_BODY_ERROR', { error: 'invalid_client' }), 'client'],
  ['a used code', failure('OAUTH_RESPONSE_BODY_ERROR', { error: 'invalid_grant' }), null],
  ['another refusal', failure('OAUTH_RESPONSE_BODY_ERROR', { error: 'invalid_scope' }), 'request'],
  ['a failing address', failure('OAUTH_RESPONSE_IS_NOT_CONFORM', { details: [{ status: 500 }] }), 'endpoint'],
  ['another algorithm', failure('OAUTH_INVALID_RESPONSE', { details: [{ header: { alg: 'HS256' } }] }), 'token'],
  ['an algorithm without keys', failure('OAUTH_UNSUPPORTED_OPERATION', { details: [{ alg: 'HS256' }] }), 'token'],
  ['another state', failure('OAUTH_INVALID_RESPONSE', { details: [{ parameters: {} }] }), null],
  ['a parameter twice', failure('OAUTH_INVALID_RESPONSE'), null],
  ['another nonce', failure('OAUTH_JWT_CLAIM_COMPARISON_FAILED', { details: [{ claim: 'nonce' }] }), null],
  ['another audience', failure('OAUTH_JWT_CLAIM_COMPARISON_FAILED', { details: [{ claim: 'aud' }] }), 'token'],
  ['an address without https', failure('OAUTH_HTTP_REQUEST_FORBIDDEN'), 'metadata'],
])('while a code is redeemed, %s is a failure of %j', (_name, error, part) => {
  expect(failedPart('code', error)).toBe(part);
});

test('a refusal of metadata or userinfo is not one of the client', () => {
  const challenge = failure('OAUTH_WWW_AUTHENTICATE_CHALLENGE', { details: [{ status: 401 }] });
  expect([failedPart('metadata', challenge), failedPart('userinfo', challenge)]).toEqual(['metadata', 'userinfo']);
  expect(failedPart('userinfo', failure('OAUTH_TIMEOUT'))).toBe('userinfo');
});

test('the detail is what was seen', () => {
  const detail = (...details: object[]) => failureDetail(failure('OAUTH_INVALID_RESPONSE', { details }));
  expect(detail({ status: 500, url: 'https://login.example/jwks' })).toBe('https://login.example/jwks status 500');
  expect(detail({ header: { alg: 'HS256' } })).toBe('alg HS256');
  expect(detail({ claim: 'aud' })).toBe('claim aud');
  expect(detail({ attribute: 'sub' })).toBe('attribute sub');
  expect(detail()).toBe('the reason');
  expect(failureDetail(failure('x', { error: 'invalid_scope' }))).toBe('invalid_scope');
  expect(new ProviderFailure('token', 'alg HS256').message).toBe(
    'the ID token of the provider cannot be used: alg HS256',
  );
});
