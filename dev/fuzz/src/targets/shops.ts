import { isAcceptedDelivery, shopDeliveries } from '../arbitraries/shop-deliveries.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { createHttpCheck } from '../http-oracle.ts';
import { httpSampleSchema } from '../http-sample.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const statuses = [200, 400, 401, 404, 405, 413, 417, 422, 431];
const fieldNames = /updated_at|variants|line_items|inventory_item|date_modified|payload/;

/** Webhooks of shops at the recommender. */
export function shopTarget({ recommender, host, signingSecret }: SystemUnderTest): FuzzTarget {
  return defineTarget({
    name: 'shop-webhook',
    schema: httpSampleSchema,
    cases: shopDeliveries(host, signingSecret),
    check: createHttpCheck(() => recommender.port, {
      statuses,
      isAuthorised: (sample) => isAcceptedDelivery(sample, signingSecret),
      fieldNames,
    }),
  });
}
