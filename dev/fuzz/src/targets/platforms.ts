import { type PlatformRequest, platformRequestSchema, platformRequests } from '../arbitraries/platform-requests.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { createHttpCheck } from '../http-oracle.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const statuses = [200, 400, 401, 404, 405, 413, 417, 422, 431];
const fieldNames = /payload|CallSid|call_id|agent|phone/;

/** Payloads of telephony platforms at call-events. */
export function platformTarget({
  callEvents,
  host,
  ownerEmail,
  callEventsKey,
  signingSecret,
}: SystemUnderTest): FuzzTarget {
  return defineTarget({
    name: 'platform-webhook',
    schema: platformRequestSchema,
    cases: platformRequests({ host, agent: ownerEmail, secret: signingSecret, key: callEventsKey }),
    check: createHttpCheck(() => callEvents.port, {
      statuses,
      isAuthorised: ({ isSigned }: PlatformRequest) => isSigned,
      fieldNames,
    }),
  });
}
