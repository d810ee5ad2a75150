/** System errors of a lost connection or one that could not be made. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// Shutdown, start-up, cancelled by a statement or lock timeout, idle-in-transaction timeout, read-only after a fail-over, log-in
// refused, no such database. Whole classes: connection exceptions, insufficient resources (a full disk, too many connections)
// and errors of the system below the server.
const sqlStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '55P03',
  '25P03',
  '25006',
  '28000',
  '28P01',
  '3D000',
]);
const sqlStateClasses = /^(08|53|58)[0-9A-Z]{3}$/;

/** Prisma: cannot connect, timed out, connection closed, pool exhausted, transaction not started in time. */
const prismaCodes = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);

/** The same errors in Prisma's driver adapters. */
const adapterKinds = new Set([
  'DatabaseNotReachable',
  'DatabaseDoesNotExist',
  'DatabaseAccessDenied',
  'ConnectionClosed',
  'TlsConnectionError',
  'AuthenticationFailed',
  'TooManyConnections',
  'SocketTimeout',
]);

/** pg throws these as plain errors without a code. */
const pgMessages = [
  /^timeout exceeded when trying to connect/,
  /^timeout expired$/,
  /^Connection terminated/,
  /^Query read timeout/,
  /^Client has encountered a connection error and is not queryable/,
  /^Client was closed and is not queryable/,
  /^Cannot use a pool after calling end on the pool/,
];

const deepestCause = 8;

/** Whether an error, or one of its causes, means that the database is unreachable, cannot work or does not answer in time. */
export function isDatabaseOutage(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < deepestCause; depth += 1) {
    if (typeof current !== 'object' || current === null) return false;
    if (saysOutage(current)) return true;
    current = causeOf(current);
  }
  return false;
}

/** Prisma keeps the error of its driver in `meta`. */
function causeOf(error: { cause?: unknown; meta?: unknown }): unknown {
  return Object(error.meta).driverAdapterError ?? error.cause;
}

function saysOutage(error: object): boolean {
  if ('code' in error && typeof error.code === 'string' && isOutageCode(error.code)) return true;
  if ('errorCode' in error && typeof error.errorCode === 'string' && isOutageCode(error.errorCode)) return true;
  if ('originalCode' in error && typeof error.originalCode === 'string' && isOutageCode(error.originalCode))
    return true;
  if ('kind' in error && typeof error.kind === 'string' && adapterKinds.has(error.kind)) return true;
  if (error instanceof AggregateError)
    return error.errors.some((one) => typeof one === 'object' && one !== null && saysOutage(one));
  if (!(error instanceof Error)) return false;
  return error.name === 'PrismaClientInitializationError' || pgMessages.some((message) => message.test(error.message));
}

function isOutageCode(code: string): boolean {
  return sqlStates.has(code) || sqlStateClasses.test(code) || socketCodes.has(code) || prismaCodes.has(code);
}
