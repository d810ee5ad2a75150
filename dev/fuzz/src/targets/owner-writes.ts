import type fc from 'fast-check';
import {
  aliasWrites,
  brandWrites,
  embedTokenRequests,
  peopleWrites,
  ruleWrites,
  testCallWrites,
} from '../arbitraries/owner-writes.ts';
import { documentedStatuses } from '../documented-statuses.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { createHttpCheck } from '../http-oracle.ts';
import { fillNames, type HttpSample, httpSampleSchema } from '../http-sample.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const fieldNames =
  /user_id|phone_number|agent_email|created_at|time_zone|exploration_rate|frame_origins|article_type|expires_at/;

/** What owners write in the console, and the tokens for pages of other systems. */
export function ownerTargets({
  callEvents,
  brand,
  host,
  tokens,
  people,
  callEventsKey,
  embedKey,
  identity,
}: SystemUnderTest): FuzzTarget[] {
  const names: ReadonlyMap<string, string> = new Map([
    ['$colleagueApi', people.colleagueToken],
    ['$owner', people.owner],
    ['$leaver', people.leaver],
    ['$colleague', people.colleague],
    ['$api', tokens.api],
    ['$tab', tokens.tab],
    ['$companion', tokens.companion],
    ['$otherKey', callEventsKey],
    ['$key', embedKey],
  ]);
  const credentials = new Set([`Bearer ${tokens.api}`, embedKey]);
  const check = (sample: HttpSample) => {
    const request = fillNames(sample, names);
    return createHttpCheck(() => callEvents.port, {
      statuses: documentedStatuses(request),
      isAuthorised: ({ headers }: HttpSample) => headers.some(([, value]) => credentials.has(value)),
      fieldNames,
    })(request);
  };
  const define = (name: string, cases: fc.Arbitrary<HttpSample>, checkCase = check) =>
    defineTarget({ name, schema: httpSampleSchema, cases, check: checkCase });

  /** The owner of the session stays the only active owner, who cannot be removed: a leaver who became another is a rep again. */
  const checkAndRestore = async (sample: HttpSample) => {
    try {
      await check(sample);
    } finally {
      if (sample.target.endsWith('$leaver')) await check(restoring);
    }
  };
  const restoring: HttpSample = {
    method: 'PUT',
    target: `/${brand}/settings/people/$leaver`,
    headers: [
      ['Host', host],
      ['Authorization', 'Bearer $api'],
    ],
    body: Buffer.from(JSON.stringify({ role: 'rep', status: 'active' })).toString('base64'),
  };
  const place = { brand, host };

  return [
    define('people', peopleWrites(place), checkAndRestore),
    define('agent-alias', aliasWrites(place)),
    define('brand', brandWrites({ ...place, takenHost: identity.hostWithout })),
    define('merchandising-rule', ruleWrites(place)),
    define('test-call', testCallWrites(place)),
    define('embed-token', embedTokenRequests(place)),
  ];
}
