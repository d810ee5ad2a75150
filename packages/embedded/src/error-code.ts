/** The `code` of a system or database error. Not by instanceof: Jest gives tests another Error than Node's own. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
