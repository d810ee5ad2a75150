/** The SQLSTATE of a driver's error, if it has one. */
function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Another transaction recorded one of the ids first, or the two waited for each other: run again, it is on file now. */
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

/** PostgreSQL's json parser recurses, and gives up on nesting deeper than its stack. */
export function isTooDeeplyNested(error: unknown): boolean {
  return sqlState(error) === '54001';
}
