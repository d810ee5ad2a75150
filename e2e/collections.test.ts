import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createCallEventsOpenApiDocument, type OpenApiDocument } from '@callside/schemas';
import newman, { type NewmanRunSummary } from 'newman';
import { type Deployment, deploy } from './support/deployment.ts';

const collection = JSON.parse(
  readFileSync(path.join(__dirname, '../docs/collections/call-events.postman_collection.json'), 'utf8'),
);
const document: OpenApiDocument = createCallEventsOpenApiDocument({ version: '1.0.0' });

describe('the Postman collection of call-events', () => {
  let deployment: Deployment;
  let answers: { operation: string; name: string; status: number }[];

  beforeAll(async () => {
    deployment = await deploy();
    const values = { baseUrl: deployment.url, apiKey: deployment.key, brand: deployment.brand.slug };
    const variables = { ...values, bearerToken: await deployment.token('api') };
    const { run } = await runCollection(Object.entries(variables).map(([key, value]) => ({ key, value })));
    expect(run.failures).toEqual([]);
    answers = run.executions.map(({ item, request, response }) => ({
      operation: `${request.method.toLowerCase()} ${item.request.url.getPath({ unresolved: true })}`,
      name: item.name,
      status: response.code,
    }));
  }, 90_000);

  afterAll(() => deployment.close());

  it('has a request for every operation, and each gets an answer that the reference names', () => {
    const expected = Object.entries(document.paths).flatMap(([route, { parameters: _, ...operations }]) =>
      Object.entries(operations).map(([method, { responses }]) => ({
        operation: `${method} ${route.replace(/\{(\w+)\}/g, ':$1')}`,
        statuses: Object.keys(responses),
      })),
    );
    expect(answers.map(({ operation }) => operation).sort()).toEqual(expected.map(({ operation }) => operation).sort());
    const strange = answers.filter(
      ({ operation, status }) =>
        !expected.find((other) => other.operation === operation)?.statuses.includes(String(status)),
    );
    expect(strange).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500).map(({ name }) => name)).toEqual([]);
  });

  it('records its events, and reads with its token', () => {
    const statusOf = (operation: string) => answers.find((answer) => answer.operation === operation)?.status;
    for (const event of ['call-started', 'recording-paused', 'recording-resumed', 'call-ended']) {
      expect([event, statusOf(`post /call-events/${event}`)]).toEqual([event, 200]);
    }
    expect(statusOf('get /:brand/chats')).toBe(200);
    expect(statusOf('get /:brand/calls/:reference')).toBe(404);
    expect(statusOf('get /health')).toBe(200);
  });
});

function runCollection(envVar: { key: string; value: string }[]): Promise<NewmanRunSummary> {
  return new Promise((resolve, reject) => {
    newman.run({ collection, envVar, reporters: [], timeoutRequest: 20_000 }, (error, summary) =>
      error ? reject(error) : resolve(summary),
    );
  });
}
