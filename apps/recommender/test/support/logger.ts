import { createLogger, type Logger } from '@callside/service-kit';
import type { CapturedLog } from '@callside/test-kit';

export function loggerTo(destination: CapturedLog): Logger {
  return createLogger({ service: 'recommender', level: 'info', destination });
}
