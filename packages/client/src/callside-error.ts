import type { ValidationIssue } from '@callside/schemas';

export interface CallsideErrorOptions {
  /** null: the service did not answer. */
  status: number | null;
  /** The service's error: a text, or on 422 one reason for each field. null: there was no readable error. */
  detail: string | ValidationIssue[] | null;
  /** Quote it to the operator. */
  requestId: string | null;
  /** Number of attempts, including the first. */
  attempts: number;
  cause?: unknown;
}

/** A request that Callside refused, or that failed after all retries. */
export class CallsideError extends Error implements CallsideErrorOptions {
  override readonly name = 'CallsideError';
  readonly status: number | null;
  readonly detail: string | ValidationIssue[] | null;
  readonly requestId: string | null;
  readonly attempts: number;

  constructor(message: string, { status, detail, requestId, attempts, cause }: CallsideErrorOptions) {
    super(message, { cause });
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
    this.attempts = attempts;
  }
}
