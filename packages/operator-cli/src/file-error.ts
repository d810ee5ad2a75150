import { reasonOfSystem } from '@callside/shop-data';
import { OperatorError } from './operator-error.ts';

export interface NamedFile {
  path: string;
  /** The option that names it, such as `--frames`. */
  option?: string;
  /** What the command does with it. Default `read`. */
  use?: 'read' | 'write';
}

/** The error for a file that cannot be opened, read or written. */
export function fileError({ path, option, use = 'read' }: NamedFile, cause: unknown, hint?: string): OperatorError {
  const named = option === undefined ? path : `${path} (${option})`;
  return new OperatorError(`cannot ${use} ${named}: ${reasonOf(cause, use)}`, {
    code: 'file',
    cause,
    ...(hint !== undefined && { hint }),
  });
}

/** Runs `work`. What it throws because of the file becomes the error of the file. */
export function withFile<Result>(file: NamedFile, work: (path: string) => Result): Result {
  try {
    return work(file.path);
  } catch (error) {
    throw isOfFile(error) ? fileError(file, error) : error;
  }
}

/** What is wrong with the content, or what the system answered, such as ENOENT. A code of Node's own, such as ERR_OUT_OF_RANGE, is a defect. */
function isOfFile(error: unknown): boolean {
  return error instanceof OperatorError || tooLarge.has(Object(error).code) || typeof Object(error).errno === 'number';
}

/** For a file that is read as a whole. */
const tooLarge: ReadonlySet<unknown> = new Set(['ERR_FS_FILE_TOO_LARGE', 'ERR_STRING_TOO_LONG']);

function reasonOf(error: unknown, use: 'read' | 'write'): string {
  if (error instanceof OperatorError) return error.message;
  return tooLarge.has(Object(error).code) ? 'it is too large' : reasonOfSystem(error, use);
}
