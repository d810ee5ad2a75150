/**
 * Why nobody can sign in at a provider now.
 * `unreachable`: it does not answer. `metadata`: it does not describe itself as it must. `client`: it refuses the client id or the
 * client secret. `request`: it refuses the request. `endpoint`: one of its addresses does not answer as it must. `token`: its ID
 * token cannot be used. `userinfo`: a claim is missing, and the userinfo endpoint does not give it. `secret`: the stored secret of
 * the client cannot be decrypted.
 */
export type FailedPart =
  | 'unreachable'
  | 'metadata'
  | 'client'
  | 'request'
  | 'endpoint'
  | 'token'
  | 'userinfo'
  | 'secret';

const words: Record<FailedPart, string> = {
  unreachable: 'the provider does not answer',
  metadata: 'the metadata of the provider cannot be used',
  client: 'the provider refuses the client id or the client secret',
  request: 'the provider refuses the request',
  endpoint: 'an address of the provider does not answer as it must',
  token: 'the ID token of the provider cannot be used',
  userinfo: 'a claim is missing in the ID token, and the userinfo endpoint does not give it',
  secret: 'the client secret of the brand was encrypted with another SECRETS_KEY',
};

/** `detail`: what was seen, such as `alg HS256`. Pages show it. */
export class ProviderFailure extends Error {
  readonly part: FailedPart;
  readonly detail: string;

  constructor(part: FailedPart, detail = '', cause?: unknown) {
    super(detail === '' ? words[part] : `${words[part]}: ${detail}`, { cause });
    this.part = part;
    this.detail = detail;
  }
}

/** An error of the OpenID Connect library, with the causes that it names. */
export interface LibraryError {
  code: unknown;
  /** The `error` of an answer of the provider. */
  error: unknown;
  causes: readonly Record<string, unknown>[];
}

/** The first value of that name along the causes. */
const named = (causes: LibraryError['causes'], name: string) =>
  causes.find((cause) => cause[name] !== undefined)?.[name];

export type Step = 'metadata' | 'code' | 'userinfo';

const unansweredCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];

/** null: the answer does not belong to this sign-in, or was used before. */
export function failedPart(step: Step, { code, error, causes }: LibraryError): FailedPart | null {
  if (step === 'userinfo') return step;
  // An error of the connection has no code of the library.
  if (typeof code !== 'string' || !code.startsWith('OAUTH_') || unansweredCodes.includes(code)) return 'unreachable';
  if (step === 'metadata') return step;
  switch (code) {
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      return named(causes, 'status') === 401 ? 'client' : 'endpoint';
    case 'OAUTH_RESPONSE_BODY_ERROR':
      if (error === 'invalid_grant') return null;
      return error === 'invalid_client' ? 'client' : 'request';
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return 'request';
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
      return 'endpoint';
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
    case 'OAUTH_HTTP_REQUEST_FORBIDDEN':
      return 'metadata';
    case 'OAUTH_INVALID_RESPONSE':
      // The library gives details of the token that it refuses, and none of a bad address that the browser came with.
      return causes.length < 3 || named(causes, 'parameters') !== undefined ? null : 'token';
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return named(causes, 'claim') === 'nonce' ? null : 'token';
    default:
      return 'token';
  }
}

/** What was seen, for a page and the log; without personal data and secrets. */
export function failureDetail({ error, causes }: LibraryError): string {
  if (typeof error === 'string') return error;
  const [status, claim, attribute] = ['status', 'claim', 'attribute'].map((name) => named(causes, name));
  if (status !== undefined) return `${named(causes, 'url') ?? ''} status ${status}`.trim();
  const algorithm = named(causes, 'alg') ?? Object(named(causes, 'header')).alg;
  if (algorithm !== undefined) return `alg ${algorithm}`;
  if (claim !== undefined) return `claim ${claim}`;
  if (attribute !== undefined) return `attribute ${attribute}`;
  return String(causes.findLast(({ message }) => typeof message === 'string' && message !== '')?.message ?? '');
}
