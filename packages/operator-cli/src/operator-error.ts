/** What kind of problem it is, in one word for programs. */
export type ErrorCode =
  | 'usage'
  | 'setting'
  | 'interrupted'
  /** What was named is not there. */
  | 'not_found'
  /** What is to be made is there already, or belongs to somebody else. */
  | 'conflict'
  /** A file cannot be read or written, or is not what it has to be. */
  | 'file'
  /** PostgreSQL or a service does not answer. */
  | 'unavailable'
  /** PostgreSQL answers, but not as it should. */
  | 'database'
  | 'failed'
  | 'internal';

interface OperatorErrorOptions extends ErrorOptions {
  /** `failed` when absent. */
  code?: ErrorCode;
  /** What to do next, as a part of a sentence. */
  hint?: string;
}

/** Something the operator can act on: the message is one line that says what is wrong. */
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

/** The command failed after it printed its outcome on stdout: the message only says why the exit code is not 0. */
export class ReportedFailure extends Error {
  override name = 'ReportedFailure';
  readonly code: ErrorCode;

  constructor(message: string, { code = 'failed' }: { code?: ErrorCode } = {}) {
    super(message);
    this.code = code;
  }
}
