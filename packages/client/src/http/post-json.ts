import { CallsideError } from '../callside-error.ts';
import type { Schema } from '../schema.ts';
import type { ClientOptions } from './client-options.ts';
import { type AttemptResult, attemptPost, parseJson } from './http-attempt.ts';
import { serviceAddress } from './service-address.ts';

/** The retry delays that the specification suggests; after them the client gives up. */
const suggestedDelaysMs = [1_000, 4_000, 15_000];

export interface Post<Answer> {
  /** Path, such as `/call-events/call-started`. */
  path: string;
  body: object;
  answer: Schema<Answer>;
  /** false: a duplicate would do harm, so the request is not repeated when it may have arrived. */
  mayArriveTwice: boolean;
}

export type PostJson = <Answer>(post: Post<Answer>) => Promise<Answer>;

/** Posts JSON with a key. Retries only after a timeout, a connection failure or a 5xx. Every attempt sends the same body text. */
export function createPostJson(options: ClientOptions & { timeoutMs: number }): PostJson {
  const { apiKey, timeoutMs, retryDelaysMs = suggestedDelaysMs, wait = pause, onRetry } = options;
  const address = serviceAddress(options.baseUrl, { allowPlainHttp: options.allowPlainHttp ?? false });
  const headers = headersWith(apiKey);
  // Browsers require that fetch is called on the window.
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...parameters) => globalThis.fetch(...parameters));

  return async ({ path, body, answer, mayArriveTwice }) => {
    const attempt = { url: address + path, headers, body: JSON.stringify(body), timeoutMs, fetch };
    for (let attempts = 1; ; attempts += 1) {
      const result = await attemptPost(attempt);
      if (result.kind === 'answered') return readAnswer(path, result, answer, attempts);
      const { reason, kind, ...said } = result;
      const error = new CallsideError(describe(path, reason, attempts), { ...said, attempts });
      const delayMs = retryDelaysMs[attempts - 1];
      const isWorthRetrying = kind === 'failed' || (kind === 'lost' && mayArriveTwice);
      if (!isWorthRetrying || delayMs === undefined) throw error;
      onRetry?.({ error, delayMs });
      await wait(delayMs);
    }
  };
}

function readAnswer<Answer>(
  path: string,
  { text, status, requestId }: Extract<AttemptResult, { kind: 'answered' }>,
  schema: Schema<Answer>,
  attempts: number,
): Answer {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const message = describe(path, `was answered ${status} with a body that is not an answer of Callside`, attempts);
  throw new CallsideError(message, { status, detail: null, requestId, attempts, cause: parsed.error });
}

function describe(path: string, reason: string, attempts: number): string {
  return `POST ${path} ${reason}${attempts > 1 ? ` (attempt ${attempts})` : ''}`;
}

function headersWith(apiKey: string): Headers {
  // JavaScript may pass the value of an environment variable that is not set.
  if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new TypeError('apiKey must be a key, not empty');
  try {
    return new Headers({ 'content-type': 'application/json', 'x-api-key': apiKey });
  } catch {
    // The platform's error message would contain the key.
    throw new TypeError('apiKey has characters that no key has');
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
