import { MigrationError } from '@callside/database';
import { toServiceError } from '@callside/service-kit';
import { ErasureError, ImportFileError } from '@callside/shop-data';
import { type ErrorCode, OperatorError, ReportedFailure } from './operator-error.ts';

/** An error as --json prints it. */
export interface ErrorDescription {
  code: ErrorCode;
  message: string;
  hint: string | null;
}

const tookTooLong = '57014';

/**
 * By the SQLSTATE of the server, or the code of Prisma. `{where}` is the server with its address, `{message}` the message of the error.
 */
const explanations: readonly (readonly [code: string, as: ErrorCode, message: string, hint: string])[] = [
  ['28P01', 'database', '{where} refuses the log-in', 'check DATABASE_URL'],
  ['28000', 'database', '{where} refuses the log-in', 'check DATABASE_URL'],
  ['3D000', 'database', '{where} has no such database', 'create it or check DATABASE_URL'],
  ['42P01', 'database', 'the database lacks tables or columns', 'run `callside db migrate`'],
  ['42703', 'database', 'the database lacks tables or columns', 'run `callside db migrate`'],
  ['42501', 'database', '{where}: {message}', 'use the account that owns the tables in DATABASE_URL'],
  ['25006', 'database', '{where} is read-only', 'put the address of the primary into DATABASE_URL'],
  ['53300', 'unavailable', '{where} accepts no more connections', 'end other connections or raise max_connections'],
  ['P1011', 'unavailable', 'no TLS connection to {where}: {message}', 'check sslmode in DATABASE_URL'],
  ['55P03', 'unavailable', 'other work on the database has locked what this needs', 'try again when it has ended'],
  [tookTooLong, 'unavailable', 'the database took too long', 'try again when it is less busy'],
];

/** Describes any thrown value for the operator, without stack trace and secrets. Each text is one line. */
export function describeError(error: unknown, databaseUrl: () => string): ErrorDescription {
  const { code, message, hint } = explain(error, databaseUrl);
  return { code, message: oneLine(message), hint: hint === null ? null : oneLine(hint) };
}

function explain(error: unknown, databaseUrl: () => string): ErrorDescription {
  if (error instanceof OperatorError) return error;
  if (error instanceof ImportFileError || error instanceof ErasureError) return error;
  if (error instanceof ReportedFailure) return { code: error.code, message: error.message, hint: null };
  if (error instanceof MigrationError) return { code: 'database', message: error.message, hint: error.hint };
  const where = `PostgreSQL at ${whereIs(databaseUrl)}`;
  const { code, message } = serversError(error);
  const isExpired = code === 'P2028' && message.includes('expired transaction');
  const known = explanations.find((explanation) => explanation[0] === (isExpired ? tookTooLong : code));
  if (known !== undefined) {
    const [, as, text, hint] = known;
    return { code: as, message: text.replace('{where}', () => where).replace('{message}', () => message), hint };
  }
  // A full disk, for example: the server answers, and says what it lacks.
  if (typeof code === 'string' && /^5[38]/.test(code)) {
    return { code: 'unavailable', message: `${where}: ${message}`, hint: null };
  }
  if (toServiceError(error).code === 'unavailable') {
    return {
      code: 'unavailable',
      message: `cannot reach ${where}`,
      hint: 'start it or check DATABASE_URL (`npm start` starts one for a trial)',
    };
  }
  return { code: 'internal', message: `unexpected error: ${message}`, hint: null };
}

/** The error of the server with its SQLSTATE, which Prisma keeps in `meta`; for other errors their own code and message. */
function serversError(error: unknown): { code?: unknown; message: string } {
  const { code, meta, message = String(error) } = Object(error);
  const { originalCode = code, originalMessage, reason = message } = meta?.driverAdapterError?.cause ?? {};
  return { code: originalCode, message: originalMessage ?? reason };
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
