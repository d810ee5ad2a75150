import fc from 'fast-check';
import { eventBodies, instants, phoneNumbers } from '../arbitraries/events.ts';
import {
  eventPaths,
  hostValues,
  keyValues,
  methods,
  otherHeaders,
  pathsBelow,
  withHeaders,
} from '../arbitraries/headers.ts';
import { jsonBytes, oddText } from '../arbitraries/texts.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { createHttpCheck } from '../http-oracle.ts';
import { type HttpSample, hasKey, httpSampleSchema, httpSamples } from '../http-sample.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const statuses = [200, 400, 401, 404, 405, 413, 417, 422, 431];
const fieldNames = /agent_email|phone_number|customer_id|event_id|occurred_at|metadata/;

/** The six endpoints of a dialler: the body, each field, the headers, the host and the key. */
export function webhookTargets({ callEvents, host, callEventsKey, ownerEmail }: SystemUnderTest): FuzzTarget[] {
  const isAuthorised = (sample: HttpSample) => hasKey(sample, callEventsKey);
  const check = createHttpCheck(() => callEvents.port, { statuses, isAuthorised, fieldNames });
  const define = (name: string, cases: fc.Arbitrary<HttpSample>) =>
    defineTarget({ name, schema: httpSampleSchema, cases, check });
  const signedIn = withHeaders(['Host', host], ['X-API-Key', callEventsKey]);
  const bodies = eventBodies(ownerEmail);
  const fieldBody = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    jsonBytes(
      fc.record({ agent_email: fc.constant(ownerEmail), phone_number: fc.constant('+14155550134'), ...fields }),
    );

  return [
    define('event-body', httpSamples({ target: eventPaths, headers: signedIn, body: bodies })),
    define(
      'event-timestamp',
      httpSamples({
        target: eventPaths,
        headers: signedIn,
        body: fieldBody({ occurred_at: fc.oneof(instants, oddText) }),
      }),
    ),
    define(
      'event-phone-number',
      httpSamples({ target: eventPaths, headers: signedIn, body: fieldBody({ phone_number: phoneNumbers }) }),
    ),
    define(
      'headers',
      httpSamples({
        method: fc.oneof({ weight: 4, arbitrary: fc.constant('POST') }, methods),
        target: fc.oneof({ weight: 4, arbitrary: eventPaths }, pathsBelow('/call-events/'), pathsBelow('/')),
        headers: fc.tuple(signedIn, otherHeaders).map(([own, others]) => [...own, ...others]),
        body: bodies,
      }),
    ),
    define(
      'host',
      httpSamples({
        target: eventPaths,
        headers: hostValues(host).map((value) => [
          ['Host', value],
          ['X-API-Key', callEventsKey],
        ]),
        body: bodies,
      }),
    ),
    define(
      'key',
      httpSamples({
        target: eventPaths,
        headers: keyValues(callEventsKey).map((value) => [
          ['Host', host],
          ['X-API-Key', value],
        ]),
        body: bodies,
      }),
    ),
  ];
}
