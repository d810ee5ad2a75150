import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  createCallEventsOpenApiDocument,
  createRecommenderOpenApiDocument,
  type OpenApiDocument,
} from '@callside/schemas/documents';
import newman, { type NewmanRunOptions, type NewmanRunSummary } from 'newman';
import { type Deployment, deploy } from './support/deployment.ts';
import { deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

interface Answer {
  operation: string;
  name: string;
  status: number;
}

const version = { version: '1.0.0' };

let deployment: Deployment;

beforeAll(async () => {
  deployment = await deploy();
});

afterAll(() => deployment.close());

describe('the Postman collection of call-events', () => {
  let answers: Answer[];

  beforeAll(async () => {
    const { url, key, brand } = deployment;
    const values = { baseUrl: url, apiKey: key, brand: brand.slug, bearerToken: await deployment.token('api') };
    answers = await runCollection('call-events', values);
  });

  it('has a request for every operation, and each gets an answer that the reference names', () => {
    expectDocumented(answers, createCallEventsOpenApiDocument(version));
  });

  it('records its events, and reads with its token', () => {
    const statusOf = (operation: string) => answers.find((answer) => answer.operation === operation)?.status;
    for (const event of ['call-started', 'recording-paused', 'recording-resumed', 'call-ended']) {
      expect([event, statusOf(`post /call-events/${event}`)]).toEqual([event, 200]);
    }
    expect(statusOf('get /:brand/chats')).toBe(200);
    expect(statusOf('get /:brand/desk/products')).toBe(200);
    expect(statusOf('get /:brand/calls/:reference')).toBe(404);
    expect(statusOf('get /health')).toBe(200);
  });
});

describe('the Postman collection of the recommender', () => {
  let recommender: RecommenderDeployment;
  let answers: Answer[];

  beforeAll(async () => {
    recommender = await deployRecommender(deployment);
    // Only an owner may read the models.
    await deployment.query(`UPDATE users SET role = 'owner'`, []);
    const { url, key } = recommender;
    const values = { baseUrl: url, apiKey: key, bearerToken: await deployment.token('recommender') };
    answers = await runCollection('recommender', values);
  });

  afterAll(() => recommender.close());

  it('has a request for every operation, and each gets an answer that the reference names', () => {
    expectDocumented(answers, createRecommenderOpenApiDocument(version));
  });

  it('gets offers with its key, and reads the models with its token', () => {
    const statusOf = (operation: string) => answers.find((answer) => answer.operation === operation)?.status;
    expect(statusOf('post /recommend')).toBe(200);
    expect(statusOf('get /admin/models')).toBe(200);
    expect(statusOf('get /health')).toBe(200);
    expect(statusOf('get /metrics')).toBe(200);
    // The request has no signature of a shop.
    expect(statusOf('post /shops/:shop')).toBe(401);
  });
});

function expectDocumented(answers: readonly Answer[], document: OpenApiDocument): void {
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
}

async function runCollection(service: string, values: Record<string, string>): Promise<Answer[]> {
  const file = path.join(__dirname, `../../docs/collections/${service}.postman_collection.json`);
  const { run } = await runRequests(
    JSON.parse(readFileSync(file, 'utf8')),
    Object.entries(values).map(([key, value]) => ({ key, value })),
  );
  expect(run.failures).toEqual([]);
  return run.executions.map(({ item, request, response }) => ({
    operation: `${request.method.toLowerCase()} ${item.request.url.getPath({ unresolved: true })}`,
    name: item.name,
    status: response.code,
  }));
}

function runRequests(
  collection: NewmanRunOptions['collection'],
  envVar: { key: string; value: string }[],
): Promise<NewmanRunSummary> {
  return new Promise((resolve, reject) => {
    newman.run({ collection, envVar, reporters: [], timeoutRequest: 60_000 }, (error, summary) =>
      error ? reject(error) : resolve(summary),
    );
  });
}
