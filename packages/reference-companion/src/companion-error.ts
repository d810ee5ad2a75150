interface CompanionErrorOptions extends ErrorOptions {
  /** `file`: a file cannot be read or written, or has a wrong format. */
  code?: 'file' | 'failed';
  /** What to do next, as part of a sentence. */
  hint?: string;
}

/** Why a companion cannot continue, for the person who runs it. */
export class CompanionError extends Error {
  override name = 'CompanionError';
  readonly code: 'file' | 'failed';
  readonly hint: string | null;

  constructor(message: string, { code = 'failed', hint, ...options }: CompanionErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = hint ?? null;
  }
}
