import { dispositions } from '@callside/schemas';
import fc from 'fast-check';
import { type HttpSample, httpSamples } from '../http-sample.ts';
import { headerValue, methods } from './headers.ts';
import { idSegments, queries } from './queries.ts';
import { withRealSkus } from './skus.ts';
import { bodiesOf, deeplyNested, mostly, oddText } from './texts.ts';

// The ids of a run are in no case, so that kept cases are valid in every run: `$call`, `$recommendation`, `$sku`, `$tab` and `$api` stand
// for them.

const notes = fc.record(
  {
    note: mostly(
      fc.oneof(
        oddText,
        fc.integer({ min: 9_990, max: 10_010 }).map((length) => 'x'.repeat(length)),
      ),
    ),
    disposition: mostly(fc.option(fc.constantFrom(...dispositions))),
    version: mostly(fc.constantFrom(0, 1, 2, 2_147_483_647)),
  },
  { requiredKeys: ['note'] },
);

const choice = fc.record(
  {
    customer_id: mostly(fc.constantFrom('c-1', 'c-2', '', null)),
    phone_number: mostly(fc.oneof(fc.constantFrom('+14155550134', null), oddText)),
  },
  { requiredKeys: [] },
);

const sku = fc.oneof(withRealSkus('$sku', ' $sku ', '101', '102', 'nothing'), oddText);

const offers = fc.record({ anchors: mostly(fc.array(mostly(sku), { maxLength: 40 })) }, { requiredKeys: [] });

const amount = fc.oneof(
  fc.constantFrom(0, 1, 1e9, 1_000_000_001, 0.000001, 1e-300),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
);
const outcome = fc.record(
  {
    recommendation_id: mostly(fc.oneof({ weight: 6, arbitrary: fc.constant('$recommendation') }, fc.uuid())),
    sku: mostly(fc.oneof({ weight: 6, arbitrary: fc.constant('$sku') }, sku)),
    outcome: mostly(fc.constantFrom('sold', 'declined')),
    reason: mostly(oddText),
    qty: mostly(amount),
    unit_price: mostly(amount),
    outcome_id: mostly(fc.oneof(fc.uuid(), fc.constantFrom('1', '2'), oddText)),
  },
  { requiredKeys: ['recommendation_id', 'sku', 'outcome'] },
);

const bodies = {
  notes: bodiesOf(notes, deeplyNested('"note":"x"', ['disposition', 'note', 'x'])),
  customer: bodiesOf(choice, deeplyNested('"x":1', ['customer_id', 'x'])),
  offers: bodiesOf(offers, deeplyNested('"x":1', ['anchors', 'x'])),
  objection: bodiesOf(fc.record({ objects: mostly(fc.boolean()) }), deeplyNested('"objects":true', ['objects', 'x'])),
  outcomes: bodiesOf(outcome, deeplyNested('"sku":"$sku"', ['recommendation_id', 'qty', 'x'])),
};

const credentials = fc.oneof(
  { weight: 6, arbitrary: fc.constant('Bearer $tab') },
  { weight: 6, arbitrary: fc.constant('Bearer $api') },
  { weight: 1, arbitrary: fc.constantFrom('Bearer $companion', 'Bearer $tabx', 'bearer', '') },
  { weight: 1, arbitrary: headerValue },
);

const calls = fc.oneof({ weight: 8, arbitrary: fc.constant('$call') }, idSegments);

/** What a rep writes on the desk, and the reads that take a query. */
export function deskWrites(brand: string, host: string): fc.Arbitrary<HttpSample> {
  const headers = credentials.map((credential): HttpSample['headers'] => [
    ['Host', host],
    ['Authorization', credential],
  ]);
  const writing = (right: string, path: (call: string) => string, body: fc.Arbitrary<Buffer>) =>
    httpSamples({
      method: fc.oneof({ weight: 12, arbitrary: fc.constant(right) }, methods),
      target: calls.map((call) => `/${brand}/${path(call)}`),
      headers,
      body,
    });
  const reading = httpSamples({
    method: 'GET',
    target: fc.oneof(
      fc.tuple(calls, queries).map(([call, query]) => `/${brand}/desk/calls/${call}/transcript${query}`),
      calls.map((call) => `/${brand}/desk/calls/${call}`),
      fc
        .tuple(fc.constantFrom('products', 'customers'), oddText)
        .map(([what, text]) => `/${brand}/desk/${what}?${new URLSearchParams({ q: text.slice(0, 400) })}`),
      fc
        .tuple(fc.constantFrom('products', 'customers'), queries)
        .map(([what, query]) => `/${brand}/desk/${what}${query}`),
    ),
    headers,
  });
  return fc.oneof(
    { weight: 3, arbitrary: writing('PUT', (call) => `desk/calls/${call}/notes`, bodies.notes) },
    { weight: 2, arbitrary: writing('PUT', (call) => `desk/calls/${call}/customer`, bodies.customer) },
    { weight: 2, arbitrary: writing('POST', (call) => `calls/${call}/offers`, bodies.offers) },
    { weight: 3, arbitrary: writing('POST', (call) => `calls/${call}/outcomes`, bodies.outcomes) },
    { weight: 1, arbitrary: writing('POST', (call) => `calls/${call}/objection`, bodies.objection) },
    { weight: 2, arbitrary: reading },
  );
}
