import { OperatorError } from '../operator-error.ts';

/** The error for a file that cannot be opened or read. */
export function readingError(file: string, cause: unknown): OperatorError {
  return new OperatorError(`cannot read ${file}: ${reasonOf(cause)}`, { code: 'file', cause });
}

function reasonOf(error: unknown): string {
  const { code } = Object(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'the permission is missing';
  return String(code ?? 'it cannot be opened');
}
