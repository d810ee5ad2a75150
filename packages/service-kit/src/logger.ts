import { isNativeError } from 'node:util/types';
import { type DestinationStream, pino } from 'pino';
import { redact } from './redaction.ts';

export type Logger = pino.Logger;

export interface LoggerOptions {
  service: string;
  level: string;
  /** Default: standard output. */
  destination?: DestinationStream;
}

/** Lines are written together: one write per line took a sixth of the time of a small request. */
const longestDelayMs = 100;
/** Further lines are dropped while this much cannot be written. */
const mostWaitingBytes = 16 * 1024 * 1024;

/** Logs JSON lines with level names, ISO times and `service`. Censors fields whose name is that of a credential. */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redact },
      serializers: { err: describeError },
    },
    destination ?? standardOutput(),
  );
}

/** A log that cannot be written, as on a full disk, must not end the service. The next write tries what waits again. */
function standardOutput(): DestinationStream {
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: 8_192,
    periodicFlush: longestDelayMs,
    maxLength: mostWaitingBytes,
  });
  stream.on('error', () => {
    // At the end of the process it would try again without end.
    stream.flushSync = () => {};
  });
  return stream;
}

/** Uses an allow-list, because errors of database clients also contain rows and parameters. */
function describeError(error: unknown): object {
  if (typeof error === 'object' && !isNativeError(error)) return { type: 'object' };
  if (!isNativeError(error)) return { type: typeof error, message: String(error) };
  const { type, message, stack, code, table, constraint, routine } = pino.stdSerializers.err(error);
  return { type, message, stack, code, table, constraint, routine };
}
