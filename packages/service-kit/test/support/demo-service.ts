import { CapturedLog } from '@callside/test-kit';
import express, { type Express, type Router } from 'express';
import {
  createErrorHandler,
  createJsonBody,
  createLogger,
  createMetrics,
  createNotFoundHandler,
  createRequestContext,
  jsonBody,
  type Logger,
  type Metrics,
  objectOf,
} from '../../src/index.ts';

export interface DemoService {
  app: Express;
  log: CapturedLog;
  logger: Logger;
  metrics: Metrics;
}

/** An app like those of both services, with the given routes, and its log. */
export function createDemoService(addRoutes: (router: Router, operations: { metrics: Metrics }) => void): DemoService {
  const log = new CapturedLog();
  const logger = createLogger({ service: 'demo', level: 'info', destination: log });
  const metrics = createMetrics({ service: 'demo' });
  const app = express();
  app.use(createRequestContext({ logger, metrics }));
  const router = express.Router();
  addRoutes(router, { metrics });
  app.use(router);
  app.use(createNotFoundHandler());
  app.use(createErrorHandler({ logger }));
  return { app, log, logger, metrics };
}

/** Answers with the parsed body. */
export function addEcho(router: Router, limitBytes = 1024): void {
  router.post('/echo', createJsonBody({ limitBytes, shape: objectOf(['a', 'b', 'c']) }), (request, response) => {
    const { value, memberText } = jsonBody.of(request);
    response.json({ value, a: memberText('a') });
  });
}
