/** The `code` of a system or database error. Does not use instanceof, because the Error of Jest tests differs from Node's. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
