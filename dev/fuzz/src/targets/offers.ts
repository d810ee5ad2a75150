import fc from 'fast-check';
import { keyValues, methods, otherHeaders, pathsBelow, withHeaders } from '../arbitraries/headers.ts';
import { purchaseBodies, recommendBodies } from '../arbitraries/offers.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { createHttpCheck } from '../http-oracle.ts';
import { type HttpSample, hasKey, httpSampleSchema, httpSamples } from '../http-sample.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const statuses = [200, 400, 401, 404, 405, 413, 417, 422, 431];
const fieldNames = /purchased|num_items|check_stock|customer_order|recommendation_id/;

/** The two endpoints of the recommender: bodies, headers, paths and methods. */
export function offerTargets({ recommender, recommenderKey, recommendationId }: SystemUnderTest): FuzzTarget[] {
  const isAuthorised = (sample: HttpSample) =>
    sample.target.startsWith('/docs') || sample.target.startsWith('/openapi') || hasKey(sample, recommenderKey);
  const check = createHttpCheck(() => recommender.port, { statuses, isAuthorised, fieldNames });
  const define = (name: string, cases: fc.Arbitrary<HttpSample>) =>
    defineTarget({ name, schema: httpSampleSchema, cases, check });
  const signedIn = withHeaders(['Host', 'offers.example'], ['X-API-Key', recommenderKey]);
  const purchases = purchaseBodies(recommendationId);

  return [
    define('recommend', httpSamples({ target: '/recommend', headers: signedIn, body: recommendBodies() })),
    define('purchase', httpSamples({ target: '/purchase', headers: signedIn, body: purchases })),
    define(
      'offer-headers',
      httpSamples({
        method: fc.oneof({ weight: 3, arbitrary: fc.constant('POST') }, methods),
        target: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom('/recommend', '/purchase') },
          pathsBelow('/recommend/'),
        ),
        headers: fc
          .tuple(keyValues(recommenderKey), otherHeaders)
          .map(([key, others]) => [['Host', 'offers.example'], ['X-API-Key', key], ...others]),
        body: fc.oneof(recommendBodies(), purchases),
      }),
    ),
  ];
}
