import fc from 'fast-check';
import { otherHeaders, withHeaders } from '../arbitraries/headers.ts';
import { cursors, idSegments, queries } from '../arbitraries/queries.ts';
import { bodiesOf, deeplyNested, mostly, oddText } from '../arbitraries/texts.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { createHttpCheck } from '../http-oracle.ts';
import { type HttpSample, httpSampleSchema, httpSamples } from '../http-sample.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const readStatuses = [200, 304, 400, 401, 403, 404, 405, 413, 417, 422, 431];
const writeStatuses = [201, 204, ...readStatuses];
const fieldNames = /transcript|next_cursor|received_at|key_sha256/;

const keyOrder = fc.record(
  {
    feature: mostly(fc.constantFrom('call-events', 'recommender')),
    label: mostly(oddText),
    expires_in: mostly(fc.constantFrom('90d', '1h', '0d', '99999999999d')),
    allowed_addresses: mostly(fc.array(mostly(fc.constantFrom('127.0.0.1', '::1', '10.0.0.0/8', '10.0.0.0/99')))),
  },
  { requiredKeys: [] },
);

/** The requests of signed-in users, to read and to change: query strings, cursors, ids, credentials and bodies. */
export function readTargets({ callEvents, brand, host, tokens }: SystemUnderTest): FuzzTarget[] {
  const hasToken = ({ headers }: HttpSample) =>
    headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === `Bearer ${tokens.api}`);
  const reads = createHttpCheck(() => callEvents.port, { statuses: readStatuses, isAuthorised: hasToken, fieldNames });
  const writes = createHttpCheck(() => callEvents.port, {
    statuses: writeStatuses,
    isAuthorised: hasToken,
    fieldNames,
  });
  const signedIn = withHeaders(['Host', host], ['Authorization', `Bearer ${tokens.api}`]);
  const lists = fc
    .constantFrom('chats', 'events', 'calls/export', 'settings/api-keys', 'me')
    .map((path) => `/${brand}/${path}`);
  const detail = fc
    .tuple(fc.constantFrom('chats', 'calls'), idSegments, fc.constantFrom('', '/transcript'))
    .map(([what, id, rest]) => `/${brand}/${what}/${id}${rest}`);

  return [
    defineTarget({
      name: 'query-string',
      schema: httpSampleSchema,
      cases: httpSamples({
        method: 'GET',
        target: fc
          .tuple(fc.oneof({ weight: 3, arbitrary: lists }, detail), queries)
          .map(([path, query]) => path + query),
        headers: signedIn,
      }),
      check: reads,
    }),
    defineTarget({
      name: 'cursor',
      schema: httpSampleSchema,
      cases: httpSamples({
        method: 'GET',
        target: fc
          .tuple(
            fc.constantFrom('chats', 'events', 'events'),
            fc.constantFrom('', '&outcome=all', '&outcome=refused'),
            cursors,
          )
          .map(([path, more, cursor]) => `/${brand}/${path}?cursor=${encodeURIComponent(cursor)}${more}`),
        headers: signedIn,
      }),
      check: reads,
    }),
    defineTarget({
      name: 'credential',
      schema: httpSampleSchema,
      cases: httpSamples({
        method: 'GET',
        target: lists,
        headers: fc
          .tuple(
            fc.oneof(
              fc.constantFrom('Bearer', 'Basic', `Bearer ${tokens.tab}`, `Bearer ${tokens.api}x`),
              fc.stringMatching(/^Bearer [A-Za-z0-9._-]{0,400}$/),
            ),
            otherHeaders,
          )
          .map(([credential, others]) => [['Host', host], ['Authorization', credential], ...others]),
      }),
      check: reads,
    }),
    defineTarget({
      name: 'settings',
      schema: httpSampleSchema,
      cases: fc.oneof(
        {
          weight: 4,
          arbitrary: httpSamples({
            target: `/${brand}/settings/api-keys`,
            headers: signedIn,
            body: bodiesOf(keyOrder, deeplyNested('"feature":"call-events"', ['label', 'expires_in', 'x'])),
          }),
        },
        {
          weight: 1,
          arbitrary: httpSamples({
            method: 'DELETE',
            target: idSegments.map((id) => `/${brand}/settings/api-keys/${id}`),
            headers: signedIn,
          }),
        },
      ),
      check: writes,
    }),
  ];
}
