import type { SessionTokens } from '@callside/auth';
import {
  errorSchema,
  type ModelEvaluation,
  type ModelList,
  type ModelPublication,
  type ModelRollback,
  type ModelWork,
  modelEvaluationSchema,
  modelListSchema,
  modelPublicationSchema,
  modelRollbackSchema,
  modelWorkSchema,
  type OfferPreview,
  offerPreviewSchema,
  type RecommenderHealth,
  recommenderHealthSchema,
  type TrainingObjective,
  validationErrorSchema,
} from '@callside/schemas';
import { ServiceError } from '@callside/service-kit';
import type { z } from 'zod';

/** The owner whose request is forwarded to the recommender. */
export interface AskingOwner {
  userId: string;
  brandId: string;
  /** Their network address, for the audit log of a recommender that trusts this service as a proxy. */
  origin: string | null;
}

interface Options {
  /** Without a slash at the end. */
  url: string;
  tokens: Pick<SessionTokens, 'issue'>;
  now: () => Date;
}

const models = '/admin/models';
const tokenSeconds = 60;
const readTimeoutMs = 3_000;
/** Measuring a model on the orders of a large shop takes minutes. */
const measureTimeoutMs = 280_000;

/** The administration routes of the recommender. All but `health` reject with a ServiceError that names what the owner can do. */
export class RecommenderAdministration {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Null when the recommender does not answer. */
  async health(): Promise<RecommenderHealth | null> {
    try {
      const response = await fetch(`${this.#options.url}/health`, { signal: AbortSignal.timeout(readTimeoutMs) });
      return recommenderHealthSchema.safeParse(await response.json()).data ?? null;
    } catch {
      return null;
    }
  }

  list(owner: AskingOwner): Promise<ModelList> {
    return this.#ask(owner, 'GET', models, modelListSchema, { timeoutMs: readTimeoutMs });
  }

  /** Begins a training, or joins the one that runs; `list` has its progress. */
  train(owner: AskingOwner, objective: TrainingObjective): Promise<ModelWork> {
    return this.#ask(owner, 'POST', `${models}/train`, modelWorkSchema, {
      timeoutMs: readTimeoutMs,
      body: { objective },
    });
  }

  evaluate(owner: AskingOwner, version: string): Promise<ModelEvaluation> {
    const path = `${models}/${encodeURIComponent(version)}/evaluate`;
    return this.#ask(owner, 'POST', path, modelEvaluationSchema, { timeoutMs: measureTimeoutMs });
  }

  publish(owner: AskingOwner, version: string, force: boolean): Promise<ModelPublication> {
    const path = `${models}/${encodeURIComponent(version)}/publish`;
    return this.#ask(owner, 'POST', path, modelPublicationSchema, { timeoutMs: measureTimeoutMs, body: { force } });
  }

  rollBack(owner: AskingOwner): Promise<ModelRollback> {
    return this.#ask(owner, 'POST', `${models}/rollback`, modelRollbackSchema, { timeoutMs: readTimeoutMs });
  }

  /** What the body would be offered. Nothing is recorded. */
  preview(owner: AskingOwner, body: unknown): Promise<OfferPreview> {
    return this.#ask(owner, 'POST', '/admin/preview', offerPreviewSchema, { timeoutMs: readTimeoutMs, body });
  }

  async #ask<Answer>(
    { userId, brandId, origin }: AskingOwner,
    method: string,
    path: string,
    schema: z.ZodType<Answer>,
    { timeoutMs, body }: { timeoutMs: number; body?: unknown },
  ): Promise<Answer> {
    const { url, tokens, now } = this.#options;
    const tokenRequest = { userId, brandId, audience: 'recommender', ttlSeconds: tokenSeconds, now: now() } as const;
    const headers = {
      Authorization: `Bearer ${tokens.issue(tokenRequest).token}`,
      ...(origin !== null && { 'X-Forwarded-For': origin }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    let status: number;
    let answer: unknown;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      status = response.status;
      answer = await response.json();
    } catch (error) {
      throw unreachable(error);
    }
    if (status !== 200) throw refusalOf(status, answer);
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw unreachable(parsed.error);
    return parsed.data;
  }
}

function unreachable(cause: unknown): ServiceError {
  const message = 'The recommender does not answer. Try again in a moment.';
  return new ServiceError({ code: 'unavailable', message, cause });
}

/** The recommender's error as an error of this service, never with a status that refers to the owner's own session. */
function refusalOf(status: number, answer: unknown): ServiceError {
  const issues = validationErrorSchema.safeParse(answer).data?.detail;
  if (status === 422 && issues !== undefined) {
    return new ServiceError({ code: 'invalid', message: 'The recommender refused the request.', issues });
  }
  const message = errorSchema.safeParse(answer).data?.detail;
  if (status === 401 || status === 403) {
    const refused = 'The recommender does not accept this service: SESSION_SECRET must be the same in both.';
    return new ServiceError({ code: 'unavailable', message: refused, retryAfterSeconds: 60 });
  }
  if (message !== undefined && (status === 404 || status === 503)) {
    return new ServiceError({ code: status === 404 ? 'not_found' : 'unavailable', message });
  }
  return unreachable(`status ${status}`);
}
