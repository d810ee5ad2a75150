interface CompanionErrorOptions extends ErrorOptions {
  /** What to do next, as part of a sentence. */
  hint?: string;
}

/** Why a companion cannot continue, or cannot use a file, for the person who runs it. */
export class CompanionError extends Error {
  override name = 'CompanionError';
  readonly code = 'failed';
  readonly hint: string | null;

  constructor(message: string, { hint, ...options }: CompanionErrorOptions = {}) {
    super(message, options);
    this.hint = hint ?? null;
  }
}
