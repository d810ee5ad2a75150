import type { ValidationIssue } from '@callside/schemas';
import { isDatabaseOutage } from './database-outage.ts';

const statuses = {
  bad_request: 400,
  unknown_host: 404,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  invalid: 422,
  unauthorized: 401,
  forbidden: 403,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<string, number>;

/** Every way in which a request can fail. The list is complete. */
export type ServiceErrorCode = keyof typeof statuses;

export interface ServiceErrorOptions {
  code: ServiceErrorCode;
  /** Public: sent to the client unchanged (an `invalid` error sends its issues instead). */
  message: string;
  cause?: unknown;
  /** What is wrong with the request; sent with `invalid`. */
  issues?: readonly ValidationIssue[];
  /** Sent as `Retry-After` with `unavailable` (1 when absent) and `too_many_requests`. */
  retryAfterSeconds?: number;
  /** Sent as `Allow` with `method_not_allowed`. */
  allow?: string | readonly string[];
}

/** A failure with a public answer. Any other thrown value answers "internal error". */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly issues: readonly ValidationIssue[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor({ code, message, cause, issues = [], retryAfterSeconds, allow }: ServiceErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ServiceError';
    this.code = code;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds ?? (code === 'unavailable' ? 1 : undefined);
    this.allow = typeof allow === 'object' ? allow.join(', ') : allow;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return statuses[this.code];
  }
}

export function notFound(): ServiceError {
  return new ServiceError({ code: 'not_found', message: 'Not Found' });
}

/** For work that the process cannot take now. */
export function overloaded(options: Pick<ServiceErrorOptions, 'retryAfterSeconds'> = {}): ServiceError {
  return new ServiceError({ code: 'unavailable', message: 'The service is overloaded; retry later.', ...options });
}

/**
 * Converts any thrown value to a ServiceError. A ServiceError is unchanged, an unreachable database becomes `unavailable`,
 * everything else `internal`. The value is kept as `cause`, for the log only.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isDatabaseOutage(error)) {
    return new ServiceError({
      code: 'unavailable',
      message: 'The service cannot reach its database; retry later.',
      cause: error,
    });
  }
  return new ServiceError({ code: 'internal', message: 'internal error', cause: error });
}
