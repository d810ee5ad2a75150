// Headers of every exchange: the id of the request, and the trace that it belongs to (https://www.w3.org/TR/trace-context/).

import type {
  OpenApiHeader,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPathItem,
  OpenApiResponse,
  Reference,
} from './document.ts';

const traceparentForm = '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}';

export const exchangeParameters: Record<string, OpenApiParameter> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'An id of your own for the logs. Another form than this one is replaced by a new id.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  Traceparent: {
    name: 'traceparent',
    in: 'header',
    required: false,
    description:
      'The trace that the request belongs to, by W3C Trace Context. A value that is not valid counts as absent.',
    schema: { type: 'string', pattern: traceparentForm, maxLength: 512 },
  },
  Tracestate: {
    name: 'tracestate',
    in: 'header',
    required: false,
    description:
      'What tracing systems add to `traceparent`, passed on with the trace. At most 32 members and 512 characters: a longer one is left out.',
    schema: { type: 'string' },
  },
};

export const exchangeHeaders: Record<string, OpenApiHeader> = {
  RequestId: { description: 'The id of the request, also in the logs of the service.', schema: { type: 'string' } },
  Traceparent: {
    description:
      'The span of the request. Absent when the request belongs to no trace, and on `/health` and `/metrics`.',
    schema: { type: 'string', pattern: traceparentForm },
  },
  Traceresponse: {
    description: 'The same as `traceparent`, by the W3C draft for responses.',
    schema: { type: 'string', pattern: traceparentForm },
  },
};

const parameters = Object.keys(exchangeParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }));
const headers: Record<string, Reference> = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  traceparent: { $ref: '#/components/headers/Traceparent' },
  traceresponse: { $ref: '#/components/headers/Traceresponse' },
};

function withExchangeHeaders(response: OpenApiResponse): OpenApiResponse {
  return { ...response, headers: { ...headers, ...response.headers } };
}

/** Every path takes the headers, and every response has them. */
export function pathsWithExchangeHeaders(paths: Record<string, OpenApiPathItem>): Record<string, OpenApiPathItem> {
  return mapValues(paths, (item) => ({
    ...mapValues(item as Record<string, OpenApiOperation>, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, (response) =>
        '$ref' in response ? response : withExchangeHeaders(response),
      ),
    })),
    parameters,
  }));
}

export function responsesWithExchangeHeaders(
  responses: Record<string, OpenApiResponse>,
): Record<string, OpenApiResponse> {
  return mapValues(responses, withExchangeHeaders);
}

function mapValues<In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
