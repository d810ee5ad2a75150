import { createLogger, type Logger } from '@callside/service-kit';

export interface CapturedLog {
  logger: Logger;
  /** All lines so far. */
  text: () => string;
}

export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { logger: createLogger({ service: 'recommender', level: 'info', destination }), text: () => lines.join('') };
}
