import type { JsonSchema, OpenApiContent, OpenApiPathItem, OpenApiResponse } from './document.ts';

const tags = ['Operations'];

interface HealthContents {
  serving: OpenApiContent;
  notServing: OpenApiContent;
}

const statusAlone: HealthContents = {
  serving: { schema: withStatus({ type: 'string', enum: ['ok', 'degraded'] }) },
  notServing: { schema: withStatus({ type: 'string', const: 'degraded' }) },
};

/** The paths for operators and load balancers; answered on any host, without a key. */
export function createOperationsPaths(health = statusAlone): Record<string, OpenApiPathItem> {
  return {
    '/health': {
      get: {
        operationId: 'readHealth',
        tags,
        summary: 'Can the service do its work?',
        description:
          'Looks at what the service depends on, at most once a second. `degraded` with a 200: it serves, but not as it should.',
        responses: { 200: json('It serves.', health.serving), 503: json('It cannot serve.', health.notServing) },
      },
    },
    '/metrics': {
      get: {
        operationId: 'readMetrics',
        tags,
        summary: 'Figures for Prometheus',
        description:
          'The text format of Prometheus. Only for requests from the same machine, unless there is a token (`METRICS_TOKEN`) or a ' +
          'port of its own (`METRICS_PORT`).',
        responses: {
          200: { description: 'The figures.', content: { 'text/plain': { schema: { type: 'string' } } } },
          401: { description: 'The token is missing or wrong.' },
          404: { description: 'The request is not from the same machine, or the figures have a port of their own.' },
        },
      },
    },
  };
}

function json(description: string, content: OpenApiContent): OpenApiResponse {
  return { description, content: { 'application/json': content } };
}

function withStatus(status: JsonSchema): JsonSchema {
  return { type: 'object', properties: { status }, required: ['status'] };
}
