import { MigrationError } from '@callside/database';
import { toServiceError } from '@callside/service-kit';
import { OperatorError } from './operator-error.ts';

/** Any thrown value as one line for the operator, without a stack trace and without secrets. */
export function describeError(error: unknown, databaseUrl: () => string): string {
  if (error instanceof OperatorError || error instanceof MigrationError) return oneLine(error.message);
  const code = sqlState(error);
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${whereIs(databaseUrl)} refuses the log-in; check DATABASE_URL`;
  if (code === '3D000')
    return `PostgreSQL at ${whereIs(databaseUrl)} has no such database; create it or check DATABASE_URL`;
  if (code === '42P01' || code === '42703') return 'the database lacks tables or columns; run `callside db migrate`';
  if (code === '57014') return 'the database took too long; try again when it is less busy';
  if (toServiceError(error).code === 'unavailable') {
    return `cannot reach PostgreSQL at ${whereIs(databaseUrl)}; start it (\`npm start\` does) or check DATABASE_URL`;
  }
  return `unexpected error: ${oneLine(error instanceof Error ? error.message : String(error))}`;
}

function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The address without user and password. */
function whereIs(databaseUrl: () => string): string {
  try {
    const { host, searchParams } = new URL(databaseUrl());
    return host || searchParams.get('host') || 'the local socket';
  } catch {
    return 'its address';
  }
}

function oneLine(message: string): string {
  return message
    .trim()
    .split(/\s*\n\s*/)
    .join(' ');
}
