/** The SQLSTATE of a driver's error, if it has one. */
function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Another transaction recorded one of the ids first, or there was a deadlock: the batch must run again, and then finds the id. */
export function isLostRace(error: unknown): boolean {
  const state = sqlState(error);
  if (state === '40P01' || state === '40001') return true;
  return (
    state === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'call_events_event_id_sha256_brand_id_key'
  );
}

/** Somebody else holds a row that the transaction needs, or a statement took too long. */
export function isHeldUp(error: unknown): boolean {
  const state = sqlState(error);
  return state === '55P03' || state === '57014';
}
