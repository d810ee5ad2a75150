import type { CompanionErrorCode } from '@callside/schemas';

/** A request of a companion that trying again cannot bring to success. */
export class CompanionRequestError extends Error {
  override readonly name = 'CompanionRequestError';
  /** The service's, or `unreadable` for an answer that is not as promised, or `stopped`: the connection was stopped first. */
  readonly code: CompanionErrorCode | 'unreadable' | 'stopped';

  constructor(code: CompanionRequestError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
