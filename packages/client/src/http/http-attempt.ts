import { errorSchema, type ValidationIssue, validationErrorSchema } from '@callside/schemas';
import type { CallsideErrorOptions } from '../callside-error.ts';

/** How one attempt ended. `lost`: unknown whether the request was processed; `failed`: the service answered 5xx. */
export type AttemptResult =
  | { kind: 'answered'; text: string; status: number; requestId: string | null }
  | ({ kind: 'lost' | 'failed' | 'refused'; reason: string } & Omit<CallsideErrorOptions, 'attempts'>);

export interface Attempt {
  url: string;
  headers: Headers;
  body: string;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}

export async function attemptPost({ timeoutMs, fetch, url, headers, body }: Attempt): Promise<AttemptResult> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  const { signal } = abort;
  try {
    // Redirects are not followed, because the key is for this host only.
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    return await readResponse(response);
  } catch (cause) {
    const reason = signal.aborted
      ? `was not answered within ${timeoutMs} ms`
      : withCause('did not reach the service', cause);
    return { kind: 'lost', reason, status: null, ...nothingSaid, cause };
  } finally {
    clearTimeout(timer);
  }
}

/** In UTF-16 code units. Those of Callside have a few thousand. */
const longestAnswer = 1024 * 1024;

const nothingSaid = { detail: null, requestId: null };

async function readResponse(response: Response): Promise<AttemptResult> {
  const { status, ok } = response;
  // A browser hides redirects and reports the status 0.
  if (response.type === 'opaqueredirect') return { kind: 'refused', reason: redirected, status: null, ...nothingSaid };
  const requestId = response.headers.get('x-request-id');
  if (ok) return { kind: 'answered', text: await readText(response), status, requestId };
  // The status decides, even when the body cannot be read.
  const text = await readText(response).catch(() => '');
  const said = readError(text);
  const kind = status >= 500 ? 'failed' : 'refused';
  const reason = status >= 300 && status < 400 ? redirected : `was answered ${status}${inWords(said.detail)}`;
  return { kind, reason, status, detail: said.detail, requestId: said.requestId ?? requestId };
}

/** Of an answer that may never end, only the beginning, which is not JSON. */
async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let text = '';
  while (text.length <= longestAnswer) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel().catch(() => {});
  return text;
}

const redirected = 'was sent on to another address, which is not followed';

function readError(text: string): { detail: string | ValidationIssue[] | null; requestId: string | null } {
  const body = parseJson(text);
  const validation = validationErrorSchema.safeParse(body);
  if (validation.success) return { detail: validation.data.detail, requestId: null };
  const error = errorSchema.safeParse(body);
  if (!error.success) return nothingSaid;
  return { detail: error.data.detail, requestId: error.data.request_id ?? null };
}

/** undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inWords(detail: string | ValidationIssue[] | null): string {
  if (detail === null) return '';
  return `: ${typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; ')}`;
}

/** Node puts the reason of a failed connection into the cause of the error, sometimes only as a code. */
function withCause(reason: string, thrown: unknown): string {
  const { cause = thrown } = Object(thrown);
  const { message, code } = Object(cause);
  const why = message || code;
  return typeof why === 'string' ? `${reason}: ${why}` : reason;
}
