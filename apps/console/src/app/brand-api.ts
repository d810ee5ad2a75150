import { errorSchema, validationErrorSchema } from '@callside/schemas';
import i18next from 'i18next';
import { z } from 'zod';
import { problemInWords } from './problem-words.ts';

/** A failed request. `status` is 0 if there was no answer, or if this page cannot read it. */
export class BrandApiError extends Error {
  readonly status: number;
  /** The parsed body of the answer; null without one. */
  readonly body: unknown;

  constructor(status: number, message: string, { body = null, ...options }: ErrorOptions & { body?: unknown } = {}) {
    super(message, options);
    this.name = 'BrandApiError';
    this.status = status;
    this.body = body;
  }
}

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof BrandApiError && (error.status === 0 || error.status >= 500);
}

/** Whether the service refuses the session, or what its user asked for. */
export function isRefusal(error: unknown): boolean {
  return error instanceof BrandApiError && (error.status === 401 || error.status === 403);
}

/**
 * Ends a request that gets no answer, so that the page can say so. A browser itself waits for minutes on a connection that is broken
 * without an error, such as after a sleep of the device.
 */
export const answerWithin = () => AbortSignal.timeout(15_000);

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

interface Options {
  fetch: Fetch;
  /** The segment of the path that names the brand. */
  brand: string;
  /** Sent as the bearer token. null: the browser sends the session cookie. A function returns the newest token. */
  token: string | null | (() => string);
}

/** Requests of the signed-in user below `/{brand}`. `path` has no leading slash. All reject with BrandApiError. */
export class BrandApi {
  readonly #fetch: Fetch;
  readonly #prefix: string;
  readonly #token: Options['token'];

  constructor({ fetch, brand, token }: Options) {
    this.#fetch = fetch;
    this.#prefix = `/${encodeURIComponent(brand)}/`;
    this.#token = token;
  }

  get<Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer> {
    return this.#ask('GET', path, schema);
  }

  post<Answer>(path: string, body: object, schema: z.ZodType<Answer>, signal?: AbortSignal): Promise<Answer> {
    return this.#ask('POST', path, schema, body, signal);
  }

  put<Answer>(path: string, body: object, schema: z.ZodType<Answer>, signal?: AbortSignal): Promise<Answer> {
    return this.#ask('PUT', path, schema, body, signal);
  }

  delete<Answer>(path: string, schema: z.ZodType<Answer>, signal?: AbortSignal): Promise<Answer> {
    return this.#ask('DELETE', path, schema, undefined, signal);
  }

  /**
   * Sends a file, compressed if the browser can, and calls `onMessage` with each line of the answer. Resolves at its end; a connection that
   * breaks rejects with status 0.
   */
  async putFile<Message>(
    path: string,
    file: Blob,
    {
      schema,
      onMessage,
      signal,
    }: { schema: z.ZodType<Message>; onMessage: (message: Message) => void; signal: AbortSignal },
  ): Promise<void> {
    const token = this.#currentToken();
    const isCompressed = 'CompressionStream' in globalThis;
    const body = isCompressed ? await compressed(file) : file;
    const headers = {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      'Content-Type': 'application/octet-stream',
    };
    const response = await answered(this.#fetch, this.#prefix + path, { method: 'PUT', headers, body, signal });
    await readLines(response, schema, onMessage);
  }

  #currentToken(): string | null {
    return typeof this.#token === 'function' ? this.#token() : this.#token;
  }

  #ask<Answer>(
    method: string,
    path: string,
    schema: z.ZodType<Answer>,
    body?: object,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const token = this.#currentToken();
    const headers = {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const init = {
      method,
      headers,
      ...(signal !== undefined && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    return askJson(this.#fetch, this.#prefix + path, schema, init);
  }
}

/** For an answer without a body. */
export const noAnswer = z.null();

/** Rejects with BrandApiError. */
export async function askJson<Answer>(
  fetch: Fetch,
  path: string,
  schema: z.ZodType<Answer>,
  init?: RequestInit,
): Promise<Answer> {
  const response = await answered(fetch, path, init);
  const answer = schema.safeParse(await response.json().catch(() => null));
  if (!answer.success) throw new BrandApiError(0, i18next.t('problems.unreadable'), { cause: answer.error });
  return answer.data;
}

async function answered(fetch: Fetch, path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((error: unknown) => {
    throw new BrandApiError(0, i18next.t('app.unreachable'), { cause: error });
  });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw new BrandApiError(response.status, problemIn(body, response.status), { body });
}

function compressed(file: Blob): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** Reads an answer of lines of JSON while it arrives. */
async function readLines<Message>(
  response: Response,
  schema: z.ZodType<Message>,
  onMessage: (message: Message) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let rest = '';
  for (;;) {
    const step = await reader?.read().catch((error: unknown) => {
      throw new BrandApiError(0, i18next.t('app.unreachable'), { cause: error });
    });
    if (step === undefined || step.done) return;
    const lines = (rest + decoder.decode(step.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = schema.safeParse(JSON.parse(line));
      if (!message.success) throw new BrandApiError(0, i18next.t('problems.unreadable'), { cause: message.error });
      onMessage(message.data);
    }
  }
}

/** Why one field of the body was refused; undefined if it was accepted. */
export function fieldProblem(error: Error | null, field: string): string | undefined {
  if (!(error instanceof BrandApiError)) return undefined;
  const invalid = validationErrorSchema.safeParse(error.body);
  const said = invalid.data?.detail.find(({ loc }) => loc.includes(field))?.msg;
  return said === undefined ? undefined : problemInWords(said);
}

/** Why a body was refused, with the name of each field as the API has it: for a body that a person writes as JSON. */
export function problemWithFields(error: Error): string {
  const invalid = validationErrorSchema.safeParse(error instanceof BrandApiError ? error.body : null);
  if (!invalid.success) return error.message;
  return invalid.data.detail.map(({ loc, msg }) => `${loc.at(-1)}: ${problemInWords(msg)}`).join(' ');
}

function problemIn(body: unknown, status: number): string {
  const invalid = validationErrorSchema.safeParse(body);
  if (invalid.success) return [...new Set(invalid.data.detail.map(({ msg }) => problemInWords(msg)))].join(' ');
  const problem = errorSchema.safeParse(body);
  if (!problem.success) return i18next.t('app.unreachable');
  const { detail, request_id: id } = problem.data;
  if (status < 500) return problemInWords(detail);
  const words = problemInWords(detail, 'failed');
  // With the id the operator finds the error in the log.
  return status === 500 && id !== undefined ? `${words} ${i18next.t('problems.request', { id })}` : words;
}
