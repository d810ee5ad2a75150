import { createCallEventsOpenApiDocument } from '@callside/schemas/documents';
import { parserStatuses } from './http-oracle.ts';
import type { HttpSample } from './http-sample.ts';

/** Answers to any request: of Node's parser, of a path that cannot be decoded, and of a host or path that is not served. */
const anyRequest = [...parserStatuses, 404];

const { paths } = createCallEventsOpenApiDocument({ version: 'fuzz' });

const operations = Object.entries(paths).map(([path, { parameters: _, ...byMethod }]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  statuses: new Map(
    Object.entries(byMethod).map(([method, { responses }]) => [
      method.toUpperCase(),
      Object.keys(responses).map(Number),
    ]),
  ),
}));

/** The statuses that the OpenAPI document of call-events has for a request, without failures and rate limits: a run has none. */
export function documentedStatuses({ method, target }: HttpSample): number[] {
  const path = target.split('?')[0] ?? '';
  const found = operations.find(({ pattern }) => pattern.test(path));
  const documented = found?.statuses.get(method === 'HEAD' ? 'GET' : method) ?? [405];
  return [...anyRequest, ...documented.filter((status) => status < 429)];
}
