import { type DestinationStream, pino } from 'pino';

export type Logger = pino.Logger;

const secretNames = [
  'x-api-key',
  'X-API-Key',
  'api_key',
  'apiKey',
  'key',
  'authorization',
  'Authorization',
  'token',
  'cookie',
  'Cookie',
  'set-cookie',
  'secret',
  'password',
];

const redactedPaths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

export interface LoggerOptions {
  service: string;
  level: string;
  /** Where the lines go; standard output when absent. */
  destination?: DestinationStream;
}

/** JSON lines with level names, ISO times and `service`. Fields that look like credentials are replaced. */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths, censor: '[redacted]' },
    },
    // Asynchronous: lines that queue while one write runs leave together. pino flushes what is left at exit.
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
