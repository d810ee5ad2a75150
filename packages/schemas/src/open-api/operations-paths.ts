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

/** What operators and load balancers ask; answered on any host, without a key. */
export function createOperationsPaths(health = statusAlone): Record<string, OpenApiPathItem> {
  return {
    '/health': {
      get: {
        operationId: 'readHealth',
        tags,
        summary: 'Can the service do its work?',
        description: 'Looks at what the service depends on. `degraded` with a 200: it serves, but not as it should.',
        responses: { 200: json('It serves.', health.serving), 503: json('It cannot serve.', health.notServing) },
      },
    },
    '/metrics': {
      get: {
        operationId: 'readMetrics',
        tags,
        summary: 'Figures for Prometheus',
        description: 'The text format of Prometheus.',
        responses: {
          200: { description: 'The figures.', content: { 'text/plain': { schema: { type: 'string' } } } },
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
