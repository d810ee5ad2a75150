import type { ValidationIssue } from '@callside/schemas';

export interface CallsideErrorOptions {
  /** null: there was no answer at all. */
  status: number | null;
  /** What the service said: a text, or on 422 the reasons, one for each field. null: it said nothing that could be read. */
  detail: string | ValidationIssue[] | null;
  /** What to quote to the operator. */
  requestId: string | null;
  /** How often it was tried, the first time included. */
  attempts: number;
  cause?: unknown;
}

/** A request that Callside refused, or that could not be brought to an end. */
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
