import type { CompanionErrorCode } from '@callside/schemas';

/** A request of a companion that cannot succeed by a retry. */
export class CompanionRequestError extends Error {
  override readonly name = 'CompanionRequestError';
  /** The service's code; `unreadable` for an answer that does not match the contract; `stopped` when the connection was stopped first. */
  readonly code: CompanionErrorCode | 'unreadable' | 'stopped';

  constructor(code: CompanionRequestError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
