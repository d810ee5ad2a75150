interface ErasureErrorOptions {
  code: 'usage' | 'conflict';
  /** What to do next, in words of the command line. */
  hint?: string;
}

/** An erasure that cannot be done as it was asked for. The message is one line that says why. */
export class ErasureError extends Error {
  override name = 'ErasureError';
  readonly code: 'usage' | 'conflict';
  readonly hint: string | null;

  constructor(message: string, { code, hint }: ErasureErrorOptions) {
    super(message);
    this.code = code;
    this.hint = hint ?? null;
  }
}
