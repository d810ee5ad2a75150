import { deskWrites } from '../arbitraries/desk-writes.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { createHttpCheck } from '../http-oracle.ts';
import { fillNames, type HttpSample, httpSampleSchema } from '../http-sample.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const statuses = [200, 304, 400, 401, 403, 404, 405, 409, 413, 417, 422, 431];
const fieldNames = /disposition|customer_id|anchors|recommendation|outcome|transcript/;

/** What a rep writes on the desk: notes, the customer of a call, offers and their outcomes. */
export function deskTarget({ callEvents, brand, host, tokens, offeredCall }: SystemUnderTest): FuzzTarget {
  const names: ReadonlyMap<string, string> = new Map([
    ['$call', offeredCall.reference],
    ['$recommendation', offeredCall.recommendationId],
    ['$sku', offeredCall.sku],
    ['$tab', tokens.tab],
    ['$api', tokens.api],
    ['$companion', tokens.companion],
  ]);
  const check = createHttpCheck(() => callEvents.port, {
    statuses,
    isAuthorised: ({ headers }: HttpSample) =>
      headers.some(([, value]) => value === `Bearer ${tokens.tab}` || value === `Bearer ${tokens.api}`),
    fieldNames,
  });
  return defineTarget({
    name: 'desk-write',
    schema: httpSampleSchema,
    cases: deskWrites(brand, host),
    check: (sample) => check(fillNames(sample, names)),
  });
}
