import { OperatorError } from './operator-error.ts';

/** The error for a file that cannot be opened or read. */
export function readingError(file: string, cause: unknown, hint?: string): OperatorError {
  return new OperatorError(`cannot read ${file}: ${reasonOf(cause)}`, {
    code: 'file',
    cause,
    ...(hint !== undefined && { hint }),
  });
}

function reasonOf(error: unknown): string {
  const { code } = Object(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'the permission is missing';
  if (code === 'EISDIR') return 'it is a directory';
  return String(code ?? 'it cannot be opened');
}
