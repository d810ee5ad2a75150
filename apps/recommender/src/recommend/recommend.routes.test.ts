import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  createErrorHandler,
  createLogger,
  createMetrics,
  createRequestContext,
  ServiceError,
} from '@callside/service-kit';
import express from 'express';
import { createRecommendRoutes } from './recommend.routes.ts';
import type { OfferRecommender } from './recommend-offers.ts';

type Recommend = OfferRecommender['recommend'];

const unauthorized = new ServiceError({ code: 'unauthorized', message: 'API key is invalid or missing.' });
const unavailable = new ServiceError({ code: 'unavailable', message: 'The service is overloaded; retry later.' });
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

/** The status of an answer to this body, with a key that is checked while the request is worked on. */
async function statusOf(body: object, keyCheck: () => Promise<void>, recommend: Recommend, country = () => 'US') {
  const app = express();
  const logger = createLogger({ service: 'demo', level: 'silent' });
  app.use(createRequestContext({ logger, metrics: createMetrics({ service: 'demo' }) }));
  const keys = { expect: (_request: unknown, _response: unknown, next: () => void) => next(), check: keyCheck };
  app.use(createRecommendRoutes({ keys, recommender: { recommend }, country }));
  app.use(createErrorHandler({ logger }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/recommend`;
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  server.closeAllConnections();
  server.close();
  return status;
}

const usable = later;
const refused = () => later().then(() => Promise.reject(unauthorized));
const failing: Recommend = () => Promise.reject(unavailable);
const unknownCountry = () => {
  throw unavailable;
};
const valid = { phone: '2125550187' };

describe('a key that is refused while the request is worked on gets the 401', () => {
  test.each([
    ['the offers cannot be computed', failing, undefined, valid],
    ['the brand is not known yet', failing, unknownCountry, valid],
    ['the fields are invalid', failing, undefined, {}],
  ])('also when %s', async (_title, recommend, country, body) => {
    expect(await statusOf(body, refused, recommend, country)).toBe(401);
    expect([422, 503]).toContain(await statusOf(body, usable, recommend, country));
  });

  test('and no further work is done for it', async () => {
    let hasEnded = false;
    const working: Recommend = (_request, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          hasEnded = true;
          reject(signal.reason as Error);
        });
      });
    expect(await statusOf(valid, refused, working)).toBe(401);
    expect(hasEnded).toBe(true);
  });
});
