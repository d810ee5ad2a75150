import type { JsonSchema, OpenApiOperation, OpenApiPathItem, OpenApiResponse } from './document.ts';

const tags = ['Operations'];

/** What operators and load balancers ask; answered on any host, without a key. */
export const operationsPaths: Record<string, OpenApiPathItem> = {
  '/health': {
    get: {
      operationId: 'readHealth',
      tags,
      summary: 'Can the service do its work?',
      description: 'Looks at what the service depends on. `degraded` with a 200: it serves, but not as it should.',
      responses: {
        200: health('It serves.', { type: 'string', enum: ['ok', 'degraded'] }),
        503: health('It cannot serve.', { type: 'string', const: 'degraded' }),
      },
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
} satisfies Record<string, { get: OpenApiOperation }>;

function health(description: string, status: JsonSchema): OpenApiResponse {
  return {
    description,
    content: {
      'application/json': { schema: { type: 'object', properties: { status }, required: ['status'] } },
    },
  };
}
