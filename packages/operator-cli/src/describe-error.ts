import { MigrationError } from '@callside/database';
import { CompanionError } from '@callside/reference-companion';
import { toServiceError } from '@callside/service-kit';
import { SimulationError } from '@callside/simulator';
import { type ErrorCode, OperatorError, ReportedFailure } from './operator-error.ts';

/** An error as --json prints it. */
export interface ErrorDescription {
  code: ErrorCode;
  message: string;
  hint: string | null;
}

const tookTooLong: ErrorDescription = {
  code: 'unavailable',
  message: 'the database took too long',
  hint: 'try again when it is less busy',
};

/** Describes any thrown value for the operator, without stack trace and secrets. Each text is one line. */
export function describeError(error: unknown, databaseUrl: () => string): ErrorDescription {
  const { code, message, hint } = explain(error, databaseUrl);
  return { code, message: oneLine(message), hint: hint === null ? null : oneLine(hint) };
}

function explain(error: unknown, databaseUrl: () => string): ErrorDescription {
  if (error instanceof OperatorError || error instanceof CompanionError || error instanceof SimulationError)
    return error;
  if (error instanceof ReportedFailure) return { code: error.code, message: error.message, hint: null };
  if (error instanceof MigrationError) return { code: 'database', message: error.message, hint: null };
  const where = `PostgreSQL at ${whereIs(databaseUrl)}`;
  const { code, message } = serversError(error);
  if (code === 'P2028' && message.includes('expired transaction')) return tookTooLong;
  switch (code) {
    case '28P01':
    case '28000':
      return { code: 'database', message: `${where} refuses the log-in`, hint: 'check DATABASE_URL' };
    case '3D000':
      return {
        code: 'database',
        message: `${where} has no such database`,
        hint: 'create it or check DATABASE_URL',
      };
    case '42P01':
    case '42703':
      return {
        code: 'database',
        message: 'the database lacks tables or columns',
        hint: 'run `callside db migrate`',
      };
    case '42501':
      return {
        code: 'database',
        message: `${where}: ${message}`,
        hint: 'use the account that owns the tables in DATABASE_URL',
      };
    case '25006':
      return {
        code: 'database',
        message: `${where} is read-only`,
        hint: 'put the address of the primary into DATABASE_URL',
      };
    case '53300':
      return {
        code: 'unavailable',
        message: `${where} accepts no more connections`,
        hint: 'end other connections or raise max_connections',
      };
    case 'P1011':
      return {
        code: 'unavailable',
        message: `no TLS connection to ${where}: ${message}`,
        hint: 'check sslmode in DATABASE_URL',
      };
    case '55P03':
      return {
        code: 'unavailable',
        message: 'other work on the database has locked what this needs',
        hint: 'try again when it has ended',
      };
    case '57014':
      return tookTooLong;
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
