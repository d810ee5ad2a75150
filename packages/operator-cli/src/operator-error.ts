/** The kind of error, for programs. */
export type ErrorCode =
  | 'usage'
  | 'setting'
  | 'interrupted'
  /** A named object does not exist. */
  | 'not_found'
  /** It exists already, or belongs to another brand or user. */
  | 'conflict'
  /** A file cannot be read or written, or has a wrong format. */
  | 'file'
  /** PostgreSQL or a service does not answer. */
  | 'unavailable'
  /** PostgreSQL answers with an error. */
  | 'database'
  /** A model is shown to rank worse than the one that it would replace. */
  | 'worse'
  | 'failed'
  | 'internal';

interface OperatorErrorOptions extends ErrorOptions {
  /** Default `failed`. */
  code?: ErrorCode;
  /** What to do next, as part of a sentence. */
  hint?: string;
}

/** An error that the operator can fix. The message is one line that says what is wrong. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly code: ErrorCode;
  readonly hint: string | null;

  constructor(message: string, { code = 'failed', hint, ...options }: OperatorErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = hint ?? null;
  }
}

/** The command failed after it printed its result on stdout: the message only explains the exit code. */
export class ReportedFailure extends Error {
  override name = 'ReportedFailure';
  readonly code: ErrorCode;

  constructor(message: string, { code = 'failed' }: { code?: ErrorCode } = {}) {
    super(message);
    this.code = code;
  }
}
