interface ImportFileErrorOptions extends ErrorOptions {
  /** Default `file`: it cannot be read, or has a wrong form. */
  code?: 'file' | 'usage' | 'conflict';
  /** What to do next, as part of a sentence. */
  hint?: string;
  /** What an option of the command line could do about it. */
  option?: string;
}

/** An error of an import that the person who started it can solve. The message is one line that says what is wrong. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
  readonly code: 'file' | 'usage' | 'conflict';
  /** For the command line: with its option. */
  readonly hint: string | null;
  /** For pages, which have no options. */
  readonly advice: string | null;

  constructor(message: string, { code = 'file', hint, option, ...options }: ImportFileErrorOptions = {}) {
    super(message, options);
    this.code = code;
    const hints = [hint, option].filter((text) => text !== undefined);
    this.hint = hints.length === 0 ? null : hints.join('; ');
    this.advice = hint ?? null;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the permission is missing',
  EPERM: 'the permission is missing',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** Why the system did not open, read or write a file. */
export function reasonOfSystem(error: unknown, use: 'read' | 'write'): string {
  const code = String(Object(error).code ?? 'it cannot be opened');
  if (code === 'ENOENT') return `there is no such ${use === 'read' ? 'file' : 'directory'}`;
  return reasons[code] ?? code;
}
