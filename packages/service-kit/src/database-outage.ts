const outageCodes = new Set<unknown>([
  // System errors of a lost connection or one that could not be made.
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
  // SQLSTATE: shutdown, start-up, cancelled by a statement or lock timeout, idle-in-transaction timeout, read-only after a fail-over,
  // log-in refused, no such database.
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
  // Prisma: cannot connect, timed out, connection closed, pool exhausted, transaction not started in time.
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

/** Connection exceptions, insufficient resources (a full disk, too many connections) and errors of the system below the server. */
const sqlStateClasses = /^(08|53|58)[0-9A-Z]{3}$/;

/** The same errors in Prisma's driver adapters. */
const adapterKinds = new Set<unknown>([
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
  const { code, errorCode, originalCode, kind } = error as Record<string, unknown>;
  if ([code, errorCode, originalCode].some(isOutageCode) || adapterKinds.has(kind)) return true;
  if (error instanceof AggregateError) return error.errors.some((one) => Object(one) === one && saysOutage(one));
  if (!(error instanceof Error)) return false;
  return error.name === 'PrismaClientInitializationError' || pgMessages.some((message) => message.test(error.message));
}

function isOutageCode(code: unknown): boolean {
  return outageCodes.has(code) || (typeof code === 'string' && sqlStateClasses.test(code));
}
